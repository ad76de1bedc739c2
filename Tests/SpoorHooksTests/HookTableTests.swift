import Testing

@testable import SpoorHooks

/// The table of what is hooked.
struct HookTableTests {
    /// All tables of the package, as one.
    private static let whole = HookTable(
        points: HookTable.uiKit.points + HookTable.webKit.points,
        delegates: HookTable.uiKit.delegates + HookTable.push.delegates
    )

    @Test("Each row has a name of its own, types that a hook can pass on, and a selector that fits them")
    func rows() throws {
        let table = Self.whole
        #expect(Set(table.names).count == table.names.count)
        for point in table.points { try self.check(point.selector, point.types) }
        for delegate in table.delegates {
            try self.check(delegate.setter, delegate.setterPoint.types)
            for method in delegate.methods {
                try self.check(method.selector, method.types)
                #expect(MethodTypes(method.types)?.arguments.first == .object, "it must name who calls")
            }
        }
    }

    @Test("Only public API is hooked: no selector or class begins with an underscore")
    func isPublic() {
        for point in Self.whole.points + Self.whole.delegates.map(\.setterPoint) {
            #expect(!point.selector.hasPrefix("_") && !point.className.hasPrefix("_"))
        }
    }

    @Test("All rows for UIKit are in its table: what is taken out goes by it")
    func complete() {
        #expect(HookTable.uiKit.points.contains(.controlAction) && HookTable.uiKit.points.contains(.menuAction))
        #expect(HookTable.uiKit.points.filter(\.isAddedWhereMissing) == [.tabSelected])
    }

    @Test("Missing methods are added only where a point asks for it")
    func addingMissing() {
        #expect(DelegatePoint.tableView.methods.allSatisfy { !$0.isAddedWhereMissing })
        #expect(DelegatePoint.tableView.addingMissingMethods().methods.allSatisfy { $0.isAddedWhereMissing })
    }

    @Test("A report says what was found, where, and what follows")
    func report() {
        let sentences = [
            HookSurprise.offMainThread: "off the main thread; such calls are left out.",
            .methodMissing: "there is no such method. The hook is off; the app is not affected.",
            .delegateLeftAlone(className: "X", reason: "why"): "the delegate of class X is left alone: why.",
        ]
        for (surprise, end) in sentences {
            let text = HookReport(hook: "h", method: "-[A b]", surprise: surprise).description
            #expect(text.hasPrefix("Hook 'h' on -[A b]: ") && text.hasSuffix(end))
        }
    }

    private func check(_ selector: String, _ encoding: String) throws {
        let types = try #require(MethodTypes(encoding))
        #expect(types.isSupported)
        #expect(types.arguments.count == selector.count { $0 == ":" })
    }
}
