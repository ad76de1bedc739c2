public import SpoorWire

/// Looks into payloads after they are stored, on a thread of its own: where symbolication has its place.
public protocol PayloadHandler: Sendable {
    /// Looks into one payload; called by one thread, one payload after another.
    ///
    /// - Parameters:
    ///   - record: What is known of it.
    ///   - bytes: The payload as the device sent it.
    /// - Returns: What it is, and what was found.
    /// - Throws: why it cannot be handled; the reason is kept with the payload.
    func handle(_ record: PayloadRecord, bytes: [UInt8]) throws -> PayloadFinding
}

/// What a handler found in a payload.
public struct PayloadFinding: Equatable, Sendable {
    /// What it is, in a word such as `stack`.
    public var kind: String
    /// What was found, as members of a JSON object.
    public var facts: [String: JSONValue]

    /// Creates a finding from its parts.
    public init(kind: String, facts: [String: JSONValue] = [:]) {
        self.kind = kind
        self.facts = facts
    }

    var json: String {
        JSONValue.object(self.facts.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }).jsonText
    }
}

/// Why a payload cannot be handled.
public struct PayloadFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, in a sentence.
    public let description: String

    /// Creates a fault.
    public init(_ description: String) { self.description = description }
}

/// The handler unless another is set: reads JSON payloads, and finds stacks in them.
public struct JSONPayloadHandler: PayloadHandler {
    /// Creates the handler.
    public init() {}

    /// Tells stacks, other JSON and other bytes apart.
    ///
    /// - Throws: ``PayloadFault`` for what begins as JSON and is none, and for a stack that is no Base64.
    public func handle(_ record: PayloadRecord, bytes: [UInt8]) throws -> PayloadFinding {
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first = bytes.first(where: { !isBlank($0) }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return PayloadFinding(kind: bytes.isEmpty ? "empty" : "bytes") }
        return try bytes.withUnsafeBufferPointer { buffer throws(PayloadFault) in
            // Read in place: a tree would take many times the memory of the payload.
            try Self.finding(JSONScanner(UnsafeRawBufferPointer(buffer)))
        }
    }

    private static func finding(_ scanner: JSONScanner) throws(PayloadFault) -> PayloadFinding {
        let slice: JSONScanner.Slice
        do throws(JSONError) {
            slice = try scanner.value()
        } catch {
            throw PayloadFault("The payload begins as JSON and is none. \(error.description)")
        }
        guard slice.kind == .object else {
            var elements = scanner.elements()
            var count = 0
            while elements.next() != nil { count += 1 }
            return PayloadFinding(kind: "list", facts: ["elements": .integer(count)])
        }
        guard let stack = scanner.member("STACK_TRACE", of: slice) else {
            return PayloadFinding(kind: "object", facts: ["members": .array(self.names(of: slice, scanner))])
        }
        guard let text = scanner.string(stack), let decoded = Array(text.utf8).withUnsafeBytes({ Base64.decode($0) })
        else {
            throw PayloadFault("The payload's STACK_TRACE is no Base64 text; encode the stack as Base64.")
        }
        return PayloadFinding(kind: "stack", facts: ["stackBytes": .integer(decoded.count)])
    }

    /// The first names, enough to recognise what it is.
    private static func names(of object: JSONScanner.Slice, _ scanner: JSONScanner) -> [JSONValue] {
        var names: [JSONValue] = []
        var members = scanner.members(of: object)
        while names.count < 50, let member = members.next() {
            names.append(.string(Limits.truncated(scanner.text(ofKey: member), limit: 100)))
        }
        return names
    }
}
