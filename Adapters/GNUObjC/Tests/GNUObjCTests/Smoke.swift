import Testing
@testable import SpoorHooks
@Test func x() {}
