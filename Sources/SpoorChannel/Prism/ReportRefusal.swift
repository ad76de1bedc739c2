import SpoorWire

/// Why a record was not taken.
package enum ReportRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// Collection is turned off for the channel.
    case collectionDisabled
    /// The type's name breaks the rule for names.
    case invalidType(String)
    /// The prefix's name breaks the rule for names.
    case invalidPrefix(String)
    /// The type is not among those the configuration lists.
    case typeNotListed(String)
    /// There is no field in the meta that can be sent.
    case emptyMeta
    /// The meta with the common fields is too large; where it is far too large, it was not looked at to its end.
    case metaTooLarge(bytes: Int)

    /// The reason as a sentence that says what to do.
    package var description: String {
        switch self {
        case .collectionDisabled:
            "Collection is off for this channel: the server's configuration turns it off, "
                + "or does not name the channel any more."
        case .invalidType(let name):
            "The type '\(Limits.shown(name))' is no name: use 1 to 100 ASCII letters, digits, '_', '.', '$' or '-', "
                + "not beginning with '-'."
        case .invalidPrefix(let name):
            "The prefix '\(Limits.shown(name))' is no name: use 1 to 100 ASCII letters, digits, '_', '.' or '$'."
        case .typeNotListed(let name):
            "The type '\(name)' is not in the monitorList of this channel's configuration; add it there."
        case .emptyMeta: "The meta has no field that can be sent; give it at least one."
        case .metaTooLarge(let bytes):
            "The meta has \(bytes > MetaRoom.most ? "over \(MetaRoom.most)" : "\(bytes)") bytes with the common fields, more than \(ReportComposer.maxMetaBytes); "
                + "put large parts into the payload."
        }
    }
}

/// What was left out of a record that was taken all the same.
package enum ReportRemark: Equatable, Sendable, CustomStringConvertible {
    /// A field's value has a number that JSON cannot express, or too many levels.
    case unwritableField(String)
    /// These fields are set by the SDK, and its values took the place of the passed ones.
    case replacedFields([String])
    /// The payload is too large; the meta is recorded without it.
    case payloadTooLarge(bytes: Int, limit: Int)

    /// The remark as a sentence.
    package var description: String {
        switch self {
        case .unwritableField(let name):
            "The field '\(Limits.shown(name))' was left out: it holds a number that JSON cannot express, or more than "
                + "\(ReportComposer.maxDepth) levels."
        case .replacedFields(let names):
            "The SDK sets \(names.joined(separator: ", ")) itself; the passed values were replaced."
        case .payloadTooLarge(let bytes, let limit):
            "The payload was left out: with its meta it has \(bytes) bytes, more than the \(limit) of maxBodyBytes."
        }
    }
}
