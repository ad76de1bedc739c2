/// Names whose values are never read: what people keep secret, and what does more than answer.
public enum SensitiveNames {
    /// Words that stand for a secret wherever they stand as a word of their own.
    private static let words: Set<String> = [
        "password", "passwords", "passwd", "passwort", "pwd", "pwds", "psw", "passcode", "passcodes", "passphrase",
        "pin", "pins", "kennwort", "kennworte", "contrasena", "contraseña", "senha", "motdepasse",
        "otp", "otps", "totp", "hotp", "mfa", "cvv", "cvc", "cvn", "csc", "ssn", "iban", "secret", "secrets", "token",
        "tokens", "jwt", "jwts", "bearer", "cookie", "cookies", "auth", "oauth", "credential", "credentials", "creds",
        "biometric", "biometrics", "mnemonic", "mnemonics", "sessid", "phpsessid", "jsessionid", "keychain",
    ]

    /// Short words that, with one of ``endings`` behind them, are written as one: `PINCODE`, `otpvalue`.
    private static let beginnings = [
        "pin", "otp", "totp", "cvv", "cvc", "cvn", "csc", "ssn", "iban", "pwd", "psw", "jwt", "token", "auth", "cookie",
    ]

    private static let endings: Set<String> = [
        "code", "codes", "value", "values", "text", "number", "num", "no", "field", "input", "string", "str", "hash",
        "key",
        "data", "label", "digits",
    ]

    /// What may stand in front of a secret in one word: `userpin`, `newpwd`, `accesstoken`.
    private static let holders: Set<String> = [
        "user", "login", "my", "card", "sim", "atm", "app", "bank", "wallet", "device", "old", "new", "access",
        "refresh",
        "id", "session", "api", "sms", "email", "security", "client", "m", "upi", "confirm",
    ]

    /// Words that stand for a secret together, and also where they are written as one.
    private static let phrases: [[String]] = [
        ["card", "no"], ["card", "num"], ["card", "number"], ["card", "pan"], ["credit", "card"], ["debit", "card"],
        ["security", "code"], ["verification", "code"], ["verify", "code"], ["sms", "code"], ["recovery", "code"],
        ["backup", "code"], ["one", "time", "code"], ["private", "key"], ["access", "key"], ["api", "key"],
        ["encryption", "key"], ["session", "id"], ["session", "identifier"], ["session", "key"], ["secure", "text"],
        ["seed", "phrase"],
        ["recovery", "phrase"], ["social", "security"], ["bank", "account"], ["routing", "number"],
        ["passport", "number"], ["passport", "no"], ["tax", "id"], ["national", "id"], ["user", "pass"],
        ["login", "pass"], ["pass", "text"], ["pass", "txt"], ["pass", "field"], ["pass", "input"], ["pass", "value"],
        ["text", "pass"], ["txt", "pass"], ["field", "pass"], ["aes", "key"], ["rsa", "key"], ["hmac", "key"],
        ["security", "answer"], ["account", "number"], ["account", "no"],
    ]

    private static let joinedPhrases: Set<String> = Set(Self.phrases.map { $0.joined() })

    /// What no innocent word holds, so that it counts inside of one, too; of `secretary` only the rest is looked at.
    private static let parts = [
        "password", "passwd", "passcode", "passphrase", "secret", "credential", "cardnumber", "creditcard",
        "securitycode", "privatekey", "onetimecode", "accesskey", "apikey", "authorization", "socialsecurity",
        "sessiontoken", "securetext", "seedphrase", "mnemonic",
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
        let joined = name.lowercased().filter { $0.isLetter || $0.isNumber }
        if self.actions.contains(joined) { return true }
        // Digits say nothing here: `cvv2`, `password1`.
        let text = joined.filter(\.isLetter).replacing("secretar", with: "")
        if self.parts.contains(where: { text.contains($0) }) || name.lowercased() == "pass" { return true }
        return self.readings(of: name).contains { words in
            words.contains { self.isSecret($0) } || self.phrases.contains { self.holds(words, $0) }
        }
    }

    private static func isSecret(_ word: String) -> Bool {
        if self.words.contains(word) || self.joinedPhrases.contains(word) { return true }
        for beginning in self.beginnings {
            if word.hasPrefix(beginning), self.endings.contains(String(word.dropFirst(beginning.count))) { return true }
            if word.hasSuffix(beginning), self.holders.contains(String(word.dropLast(beginning.count))) { return true }
        }
        return false
    }

    private static func holds(_ words: [String], _ phrase: [String]) -> Bool {
        guard words.count >= phrase.count else { return false }
        return (0...(words.count - phrase.count)).contains { words[$0..<($0 + phrase.count)].elementsEqual(phrase) }
    }

    /// The words of a name in camel or snake case, in lower case.
    ///
    /// Capitals in a row are an acronym. The last one may begin the next word (`PINCode`) or not (`PINcode`), so that
    /// there are two ways to read a name; the second counts where what follows the capitals is a word that is known.
    private static func readings(of name: String) -> [[String]] {
        var (first, second): ([String], [String]) = ([], [])
        for chunk in name.split(whereSeparator: { !$0.isLetter }) {
            first += self.words(of: chunk, endsAcronymsEarly: true)
            second += self.words(of: chunk, endsAcronymsEarly: false)
        }
        return first == second ? [first] : [first, second]
    }

    private static func words(of chunk: Substring, endsAcronymsEarly: Bool) -> [String] {
        let letters = Array(chunk)
        var starts = [0]
        for (index, letter) in letters.enumerated().dropFirst() {
            let previous = letters[index - 1]
            let isNextSmall = index + 1 < letters.count && !letters[index + 1].isUppercase
            if letter.isUppercase, !previous.isUppercase || endsAcronymsEarly && isNextSmall { starts.append(index) }
            guard !endsAcronymsEarly, !letter.isUppercase, previous.isUppercase else { continue }
            // A single capital begins its own word.
            guard index >= 2, letters[index - 2].isUppercase else { continue }
            let rest = letters[index...].prefix { !$0.isUppercase }
            if self.endings.contains(String(rest)) { starts.append(index) }
        }
        let ends = starts.dropFirst() + [letters.count]
        return zip(starts, ends).map { String(letters[$0..<$1]).lowercased() }
    }
}
