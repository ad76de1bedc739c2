extension Encryption {
    /// The setting as JSON, as ``SettingField/encryption`` of a document holds it.
    public var json: JSONValue {
        switch self {
        case .none: ["kind": "none"]
        case .aes128CBC(let key): ["kind": "aes128CBC", "id": .string(key.id), "key": .string(key.base64)]
        case .sealed(let key): ["kind": "sealed", "id": .string(key.id), "publicKey": .string(key.base64)]
        }
    }
}
