/// Names whose values are never read: what people keep secret, and what does more than answer.
public enum SensitiveNames {
    private static let words: Set<String> = [
        "password", "passwords", "passwd", "pwd", "passcode", "passphrase", "pin", "otp", "cvv", "cvc", "csc",
        "ssn", "iban", "secret", "secrets", "token", "tokens", "credential", "credentials", "biometric", "biometrics",
    ]

    /// Words that stand together, or that are written as one.
    private static let phrases = [
        "password", "passwd", "passcode", "passphrase", "secret", "credential", "cardnumber", "creditcard",
        "securitycode",
        "privatekey", "onetimecode", "accesskey", "apikey", "authorization", "socialsecurity",
    ]

    /// Selectors that Objective-C would call for a key of this name, and that change something or end the process.
    private static let actions: Set<String> = [
        "dealloc", "release", "retain", "autorelease", "init", "new", "copy", "mutablecopy", "zone", "finalize",
        "removefromsuperview", "removefromparentviewcontroller", "resignfirstresponder", "becomefirstresponder",
        "layoutifneeded", "setneedslayout", "loadview", "loadviewifneeded", "viewdidload", "invalidate", "removeall",
        "reloaddata", "sizetofit", "selfdestruct",
    ]

    /// Whether a name is one of them, in any spelling: `userPassword`, `user_password`, `PASSWORD`.
    ///
    /// - Parameter name: a property's name, or a part of a key path.
    /// - Returns: whether its value must not be read.
    public static func contains(_ name: String) -> Bool {
        let joined = name.lowercased().filter { $0 != "_" && $0 != "-" }
        if self.actions.contains(joined) || self.phrases.contains(where: { joined.contains($0) }) { return true }
        return self.words(of: name).contains { self.words.contains($0) }
    }

    /// The words of a name in camel or snake case, in lower case.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character?
        for character in name {
            let begins = character.isUppercase && previous?.isUppercase == false
            if begins || !(character.isLetter || character.isNumber), !word.isEmpty {
                words.append(word)
                word = ""
            }
            if character.isLetter { word += character.lowercased() }
            previous = character
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
