import SpoorWire
import Testing

struct SensitiveNamesTests {
    @Test(
        "A secret's name is known as a word, as an acronym in any case, and written as one",
        arguments: [
            "PINCode", "pinCode", "PINcode", "PINCODE", "pin_code", "userPIN", "userpin", "PIN", "pin1", "CVVCode",
            "cvv2",
            "CVC", "OTPValue", "otpvalue", "smsOTP", "smsotp", "TOTP", "TOKENValue", "accesstoken", "AccessTOKEN",
            "idToken",
            "SSNText", "mySSN", "PWDText", "newpwd", "psw", "user_psw", "cardNo", "cardno", "card_no", "cardNumber",
            "CARDNumber", "cardNum", "secureText", "isSecureTextEntry", "jwt", "userJWT", "bearer", "authBearer",
            "cookie",
            "cookieValue", "sessionID", "sessionId", "session_id", "sessionid", "PHPSESSID", "sessionToken", "mnemonic",
            "seedPhrase", "recoveryPhrase", "iban", "IBANNumber", "passcode", "PASSCODEField", "passphrase", "secret",
            "clientsecret", "auth", "authToken", "oauthState", "credential", "userCredentials", "passWord",
            "p_a_s_s_word",
            "pass", "userPass", "apiKey", "APIKey", "privateKey", "creditCard", "oneTimeCode", "verificationCode",
            "taxID",
            "passportNumber", "userPassword1", "password2text", "passText", "txtPass", "passField", "mpin", "upipin",
            "confirmpin", "pins", "aesKey", "securityAnswer", "accountNumber", "kennwort", "contrasena",
            "senha",
        ]
    )
    func secrets(name: String) {
        #expect(SensitiveNames.contains(name))
        #expect(throws: ParameterPathError.denied(name)) { try ParameterPath("page.\(name).text") }
    }

    @Test(
        "An innocent word that holds a secret's letters is innocent",
        arguments: [
            "pinned", "isPinned", "pinterestURL", "spinner", "spinnerColor", "shipping", "shippingNo", "opinion",
            "hotpink",
            "mapping", "authorName", "author", "authenticity", "tokenizedText", "tokenizer", "secretary",
            "secretaryName",
            "cardNote", "cardNotice", "discardNow", "discarded", "card", "cardTitle", "numberOfCards", "sessionCount",
            "session", "sessionIdleTime",
            "passenger", "compass", "boardingPass", "passedCount", "bypass", "cookieless", "URLNumber", "PINGTime",
            "CVCount",
            "OTPhone", "keyboard", "monkeyKey", "code", "postalCode", "productCode", "title", "url", "number",
            "orderNo",
            "secureConnection", "isSecure", "bankName", "accountType", "text", "bear", "bearers", "robot", "iPhone",
            "taxRate", "passengers", "passport", "passTitle", "passageText", "textPassage", "encompass", "hashKeyboard",
            "accountName", "securityLevel", "answer", "confirmed", "confirmation", "pinsel", "upper", "aesthetic",
        ]
    )
    func innocents(name: String) {
        #expect(!SensitiveNames.contains(name))
    }
}
