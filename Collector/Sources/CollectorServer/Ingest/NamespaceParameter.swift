/// The parameter that names a channel's namespace.
enum NamespaceParameter {
    /// What is wrong with a name that cannot be one, and what to do.
    static func fault(_ name: String) -> String {
        "'\(name.prefix(80))' is no namespace: a name has 1 to 64 ASCII letters, digits, '-', '_' or '.', the first a letter "
            + "or a digit; 'tracker' stands in lower case only."
    }
}
