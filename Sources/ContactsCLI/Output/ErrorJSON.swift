/// An error as one line of JSON, for programs that asked for JSON.
enum ErrorJSON {
    /// The line, harmless for a terminal; `hint` says what else there is to read.
    static func line(_ failure: Failure, hint: String? = nil) -> String {
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
}
