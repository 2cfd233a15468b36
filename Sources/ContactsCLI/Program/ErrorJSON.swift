import Exchange

/// Writes an error as one line of JSON, for programs that asked for JSON.
enum ErrorJSON {
    /// The line, safe for a terminal.
    ///
    /// `hint` says what to do; by default it is the part of the message after its first sentence.
    static func line(_ failure: Failure, hint: String? = nil) -> String {
        let hint = hint ?? advice(in: failure.message)
        let value = OutputValue.object([
            (
                "error",
                .object([
                    ("code", .text(failure.status.code)), ("status", .number(Int(failure.status.rawValue))),
                    ("message", .text(failure.message)), ("hint", OutputValue(hint)),
                    ("details", OutputValue(failure.details)),
                ])
            )
        ])
        var bytes: [UInt8] = []
        JSONText(isForTerminal: true).append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text after the first sentence, or after a semicolon in it; quoted text is skipped.
    private static func advice(in message: String) -> String? {
        var isQuoted = false
        var last: Character = " "
        var clause: Substring?
        for (index, character) in zip(message.indices, message) {
            switch character {
            case "“": isQuoted = true
            case "”": isQuoted = false
            case " " where !isQuoted && ".?;".contains(last):
                let rest = message[message.index(after: index)...]
                if last == ";" { clause = rest } else if rest.first?.isUppercase == true { return String(rest) }
            default: break
            }
            last = character
        }
        return clause.map { String($0) }
    }
}
