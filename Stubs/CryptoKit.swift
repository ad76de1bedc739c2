// Declarations for the compiler's eyes only: keys of P-256, HKDF, AES-GCM.
@_exported import AppleFoundation

public protocol HashFunction: Sendable {}

public struct SHA256: HashFunction {}

public struct SymmetricKey: ContiguousBytes, Sendable {
    public init<D: ContiguousBytes>(data: D) { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

public struct HKDF<H: HashFunction>: Sendable {
    public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey,
        salt: Salt,
        info: Info,
        outputByteCount: Int
    ) -> SymmetricKey { fatalError() }
}

public struct SharedSecret: ContiguousBytes, Sendable {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

public enum P256: Sendable {
    public enum KeyAgreement: Sendable {
        public struct PublicKey: Sendable {
            public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws { fatalError() }
            public var x963Representation: Data { fatalError() }
        }

        public struct PrivateKey: Sendable {
            public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws { fatalError() }
            public var publicKey: PublicKey { fatalError() }
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
                fatalError()
            }
        }
    }

    public enum Signing: Sendable {
        public struct ECDSASignature: Sendable {
            public init<D: DataProtocol>(rawRepresentation: D) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
        }

        public struct PublicKey: Sendable {
            public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws { fatalError() }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool {
                fatalError()
            }
        }

        public struct PrivateKey: Sendable {
            public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws { fatalError() }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { fatalError() }
        }
    }
}

public enum AES: Sendable {
    public enum GCM: Sendable {
        public struct Nonce: ContiguousBytes, Sendable {
            public init<D: DataProtocol>(data: D) throws { fatalError() }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
        }

        public struct SealedBox: Sendable {
            public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws { fatalError() }
            public var ciphertext: Data { fatalError() }
            public var tag: Data { fatalError() }
        }

        public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
            _ message: Plaintext,
            using key: SymmetricKey,
            nonce: Nonce?,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> SealedBox { fatalError() }

        public static func open<AuthenticatedData: DataProtocol>(
            _ sealedBox: SealedBox,
            using key: SymmetricKey,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> Data { fatalError() }
    }
}
