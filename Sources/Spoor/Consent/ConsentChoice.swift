/// What a person chose, and what it asks for about who was recorded until then.
///
/// The names are those by which an extension tells the app.
enum ConsentChoice: String, Sendable {
    /// The person agrees.
    case grant
    /// A switch: whoever agrees later is the same person.
    case optOut = "opt_out"
    /// The person does not agree, and is forgotten with analytics.
    case refuse = "refused"
    /// Person and visitor are forgotten: whoever agrees later is somebody new.
    case forget = "opt_out_and_forget"

    /// Whether the person is forgotten where analytics is refused.
    var forgetsPerson: Bool { self == .refuse || self == .forget }
}
