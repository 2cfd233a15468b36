/// Questions to the person at the terminal.
struct Prompt: Sendable {
    private static let answerLimit = 256
    private static let pause = Duration.milliseconds(20)

    private let input: Descriptor
    private let messages: MessagePrinter

    /// Whether there is a person to ask: answers are typed, and questions are seen.
    let canAsk: Bool

    init(input: Descriptor, canAsk: Bool, messages: MessagePrinter) {
        self.input = input
        self.canAsk = canAsk
        self.messages = messages
    }

    /// Asks whether to go on; anything but yes, the end of the input too, is no.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while nobody answers.
    func confirms(_ question: String) async throws -> Bool {
        let text = try await answer(to: "\(question) [y/N]").split(whereSeparator: \.isWhitespace).first ?? ""
        return ["y", "yes"].contains(text.lowercased())
    }

    /// Asks for a line of text, which is empty at the end of the input, too.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while nobody answers.
    func answer(to question: String) async throws -> String {
        messages.question(question)
        var answer: [UInt8] = []
        while answer.count < Self.answerLimit, !answer.contains(UInt8(ascii: "\n")) {
            guard let bytes = input.readAvailable(limit: Self.answerLimit) else {
                // The terminal is asked again and again, so that a signal ends the wait.
                try await Task.sleep(for: Self.pause)
                continue
            }
            // Who ends the input has not answered, whatever was typed before.
            guard !bytes.isEmpty else { return "" }
            answer += bytes
        }
        return String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
