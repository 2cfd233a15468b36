struct Prompt: Sendable {
    private static let answerLimit = 256
    private static let pause = Duration.milliseconds(20)

    let input: Descriptor
    /// Whether a user can be asked: both input and messages are connected to a terminal.
    let canAsk: Bool
    let messages: MessagePrinter

    /// Throws if an action requires confirmation but no user can be asked.
    func require(_ isConfirmed: Bool, for deed: String, _ advice: String) throws(Failure) {
        guard !isConfirmed, !canAsk else { return }
        throw Failure(
            .usage,
            "\(deed) needs a confirmation, and this isn't a terminal. Give --yes to \(advice)."
        )
    }

    /// Asks whether to continue; anything but yes means no, including end of input.
    ///
    /// If Enter alone means yes, only an explicit no declines.
    func confirms(_ question: String, default isYes: Bool = false) async throws -> Bool {
        guard let line = try await line(after: "\(question) \(isYes ? "[Y/n]" : "[y/N]")") else { return false }
        let text = line.split(whereSeparator: \.isWhitespace).first?.lowercased() ?? ""
        return isYes ? !["n", "no"].contains(text) : ["y", "yes"].contains(text)
    }

    /// Asks for a line of text; end of input counts as an empty line.
    func answer(to question: String) async throws -> String {
        try await line(after: question) ?? ""
    }

    /// Asks the user to choose a line by its number, and returns its index.
    ///
    /// Returns `nil` if no user can be asked, or if the answer isn't a valid number.
    func choice(among lines: [String], _ title: String, question: String) async throws -> Int? {
        guard canAsk, !lines.isEmpty else { return nil }
        messages.note(title)
        for (index, line) in lines.enumerated() { messages.note("  \(index + 1)  \(line)") }
        let answer = try await answer(to: "\(question) [1-\(lines.count)]").filter { !$0.isWhitespace }
        return Int(answer).flatMap { lines.indices.contains($0 - 1) ? $0 - 1 : nil }
    }

    /// Asks for a secret, which the terminal doesn't echo; `nil` at end of input.
    func secret(_ question: String) async throws -> String? {
        let settings = input.hideInput()
        defer {
            if let settings {
                input.restore(settings)
                // The typed line break wasn't echoed either.
                messages.endLine()
            }
        }
        return try await line(after: question)
    }

    /// Asks for a line of text; `nil` at end of input.
    private func line(after question: String) async throws -> String? {
        messages.question(question)
        var answer: [UInt8] = []
        while answer.count < Self.answerLimit, !answer.contains(UInt8(ascii: "\n")) {
            let bytes = try await input.next(limit: Self.answerLimit, pause: Self.pause)
            // End of input isn't an answer, even if something was typed before it.
            guard !bytes.isEmpty else { return nil }
            answer += bytes
        }
        return String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
