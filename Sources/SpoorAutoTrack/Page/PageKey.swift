/// Which page object it is, for as long as that lives.
public typealias PageKey = ObjectIdentifier
