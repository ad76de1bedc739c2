/// A property that takes a delegate, and the methods of the delegate that are hooked on that object alone.
public struct DelegatePoint: Hashable, Sendable {
    /// A method of the delegate.
    public struct Method: Hashable, Sendable {
        /// Its selector.
        public let selector: String

        /// Its types, as in `HookPoint`.
        public let types: String

        /// Whether it is added where the delegate does not answer to it, so that the toolkit calls it.
        ///
        /// The toolkit remembers at its setter what a delegate answers to, so the method is added before.
        public var isAddedWhereMissing: Bool

        /// Describes a method of a delegate.
        ///
        /// - Parameters:
        ///   - selector: its selector.
        ///   - types: its types, as in `HookPoint`.
        ///   - isAddedWhereMissing: whether it is added where the delegate does not answer to it.
        public init(_ selector: String, types: String, isAddedWhereMissing: Bool = false) {
            self.selector = selector
            self.types = types
            self.isAddedWhereMissing = isAddedWhereMissing
        }
    }

    /// The name of the hook: what its kill switch and its reports go by.
    public let name: String

    /// The class that has the property.
    public let className: String

    /// The property's setter.
    public let setter: String

    /// The property's getter.
    public let getter: String

    /// The methods of the delegate that are hooked; the first argument of each is the object that calls.
    public var methods: [Method]

    /// Whether delegates whose class comes with the system are left alone.
    public var leavesSystemDelegates: Bool

    /// Describes a property that takes a delegate.
    ///
    /// - Parameters:
    ///   - name: what the kill switch and the reports go by.
    ///   - className: the class that has the property.
    ///   - setter: the property's setter.
    ///   - getter: the property's getter.
    ///   - methods: the methods of the delegate that are hooked; the first argument of each is the object that calls.
    ///   - leavesSystemDelegates: whether delegates whose class comes with the system are left alone.
    public init(
        _ name: String,
        className: String,
        setter: String = "setDelegate:",
        getter: String = "delegate",
        methods: [Method],
        leavesSystemDelegates: Bool = true
    ) {
        self.name = name
        self.className = className
        self.setter = setter
        self.getter = getter
        self.methods = methods
        self.leavesSystemDelegates = leavesSystemDelegates
    }

    /// The setter as a method to hook.
    public var setterPoint: HookPoint {
        HookPoint(self.name, className: self.className, selector: self.setter, types: "v@:@")
    }

    /// The same point, with its methods added to delegates that lack them.
    ///
    /// So that taps are seen on lists that do nothing at a tap, or follow a storyboard's segue.
    public func addingMissingMethods() -> DelegatePoint {
        var point = self
        for index in point.methods.indices { point.methods[index].isAddedWhereMissing = true }
        return point
    }
}
