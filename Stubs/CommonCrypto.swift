// Declarations for the compiler's eyes only: AES in CBC mode.
@_exported import AppleFoundation

public typealias CCOperation = UInt32
public typealias CCAlgorithm = UInt32
public typealias CCOptions = UInt32
public typealias CCCryptorStatus = Int32

public var kCCEncrypt: Int { fatalError() }
public var kCCDecrypt: Int { fatalError() }
public var kCCAlgorithmAES: Int { fatalError() }
public var kCCOptionPKCS7Padding: Int { fatalError() }
public var kCCSuccess: Int { fatalError() }

public func CCCrypt(
    _ op: CCOperation,
    _ alg: CCAlgorithm,
    _ options: CCOptions,
    _ key: UnsafeRawPointer!,
    _ keyLength: Int,
    _ iv: UnsafeRawPointer!,
    _ dataIn: UnsafeRawPointer!,
    _ dataInLength: Int,
    _ dataOut: UnsafeMutableRawPointer!,
    _ dataOutAvailable: Int,
    _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus { fatalError() }
