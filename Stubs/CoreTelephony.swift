// Declarations for the compiler's eyes only: the kind of mobile network.
@_exported import AppleFoundation

@objc open class CTTelephonyNetworkInfo: NSObject {
    open var serviceCurrentRadioAccessTechnology: [String: String]? { fatalError() }
}
