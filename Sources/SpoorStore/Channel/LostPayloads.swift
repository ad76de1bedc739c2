/// What is said of payloads that are gone although their records are not.
package enum LostPayloads {
    /// The sentence for so many.
    package static func sentence(_ count: Int) -> String {
        "\(count) payloads are lost, because the part of the database that held them is gone or damaged; their records "
            + "are sent without them. Let nobody but the app write in the queue's folder."
    }
}
