#if canImport(Security)
import Foundation
import Security

/// A vault in the Keychain: it outlives the app's folder, and never leaves the device.
struct KeychainVault: KeyValueVault {
    private static let service = "com.spoor.identity"

    func read(_ key: String) -> VaultReading<String> {
        var query = Self.item(key)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        let code = SecItemCopyMatching(query as CFDictionary, &found)
        return KeychainAnswer.reading(code, (found as? Data).flatMap { String(data: $0, encoding: .utf8) })
    }

    func write(_ value: String, forKey key: String) -> String? {
        let data = Data(value.utf8)
        var item = Self.item(key)
        item[kSecValueData as String] = data
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        var code = SecItemAdd(item as CFDictionary, nil)
        if code == KeychainAnswer.duplicate {
            code = SecItemUpdate(Self.item(key) as CFDictionary, [kSecValueData as String: data] as CFDictionary)
        }
        return KeychainAnswer.problem(code, action: "kept")
    }

    func remove(_ key: String) -> String? {
        let code = SecItemDelete(Self.item(key) as CFDictionary)
        return code == KeychainAnswer.notFound ? nil : KeychainAnswer.problem(code, action: "removed")
    }

    /// What names an item: the app's own, not synchronised; on a Mac in the Keychain that asks nobody for a password.
    private static func item(_ key: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: self.service,
            kSecAttrAccount as String: key,
            kSecUseDataProtectionKeychain as String: true,
        ]
    }
}
#endif
