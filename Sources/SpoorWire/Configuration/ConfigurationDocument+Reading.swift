extension ConfigurationDocument {
    /// Reads a document field by field.
    ///
    /// A number out of range becomes the nearest one inside, an unknown name is ignored, a value of a wrong type costs
    /// its field; each is said in a remark. A namespace of a wrong type is ``unread``. Where `namespaces` is missing, the plain form is read: the namespaces are the
    /// members of the outermost object.
    ///
    /// - Parameter bytes: the document, JSON in UTF-8.
    /// - Returns: what could be read, and what was wrong.
    /// - Throws: a ``ConfigurationError`` where the bytes are no document at all.
    public static func read(
        _ bytes: [UInt8]
    ) throws(ConfigurationError) -> (document: ConfigurationDocument, remarks: [ConfigurationRemark]) {
        guard bytes.count <= Self.maxBytes else { throw .tooLarge(bytes: bytes.count) }
        // A decoder repairs what is not UTF-8, so that the text differs from the bytes.
        guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else { throw .notText }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            throw .notJSON(error)
        }
        return try Self.read(value)
    }

    /// Reads a document that is parsed already; see the form over bytes.
    public static func read(
        _ value: JSONValue
    ) throws(ConfigurationError) -> (document: ConfigurationDocument, remarks: [ConfigurationRemark]) {
        guard case .object(let members) = value else { throw .notObject }
        var reader = ConfigurationReader()
        var document = ConfigurationDocument()
        let isPlain = !members.contains { $0.key == "namespaces" }
        var isRecognised = false
        for (key, value) in reader.unique(members, at: "") {
            switch key {
            case "project": document.project = reader.text(value, at: key, limit: 200)
            case "revision": document.revision = reader.revision(value, at: key)
            case "pages", "autoTrack", "definitions": reader.readMember(value, as: key, into: &document)
            case "namespaces":
                guard case .object(let members) = value else { throw .namespacesNotObject }
                reader.readNamespaces(members, at: key, into: &document)
                isRecognised = true
                continue
            case _ where isPlain:
                reader.readNamespace(value, named: key, at: key, into: &document)
                isRecognised = isRecognised || (document.namespaces[key] ?? ChannelSettings()) != ChannelSettings()
                continue
            default:
                reader.unknown(key, at: key, known: ConfigurationReader.topLevel)
                continue
            }
            let isOurs = key != "project" && key != "revision"
            isRecognised = isRecognised || (isOurs && reader.hasRead(value, as: key))
        }
        // An error message of a proxy is a JSON object as well; it must not count as "no namespace any more".
        guard isRecognised else { throw .unrecognised }
        reader.compareNames(of: document, at: isPlain ? "" : "namespaces")
        return (document, reader.listedRemarks)
    }
}
