import Foundation
import Spoor
import SpoorTesting

/// A vault in which each change takes as long as a write to storage.
struct SlowVault: KeyValueVault {
    private let milliseconds: UInt32
    private let vault = MemoryVault()

    init(milliseconds: UInt32) {
        self.milliseconds = milliseconds
    }

    func read(_ key: String) -> VaultReading<String> { self.vault.read(key) }

    func write(_ value: String, forKey key: String) -> String? {
        Thread.sleep(forTimeInterval: Double(self.milliseconds) / 1_000)
        return self.vault.write(value, forKey: key)
    }

    func remove(_ key: String) -> String? {
        Thread.sleep(forTimeInterval: Double(self.milliseconds) / 1_000)
        return self.vault.remove(key)
    }
}
