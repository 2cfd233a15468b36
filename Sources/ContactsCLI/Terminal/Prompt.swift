/// Asks the user at the terminal.
struct Prompt: Sendable {
    private static let answerLimit = 256
    private static let pause = Duration.milliseconds(20)

    private let input: Descriptor
    private let messages: MessagePrinter

    /// Whether a user can be asked: both the input and the messages are on a terminal.
    let canAsk: Bool

    init(input: Descriptor, canAsk: Bool, messages: MessagePrinter) {
        self.input = input
        self.canAsk = canAsk
        self.messages = messages
    }

    /// Asks whether to continue; anything but yes is no, also the end of the input.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits for the answer.
    func confirms(_ question: String) async throws -> Bool {
        let text = try await answer(to: "\(question) [y/N]").split(whereSeparator: \.isWhitespace).first ?? ""
        return ["y", "yes"].contains(text.lowercased())
    }

    /// Asks for a line of text; the end of the input is an empty line.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits for the answer.
    func answer(to question: String) async throws -> String {
        messages.question(question)
        var answer: [UInt8] = []
        while answer.count < Self.answerLimit, !answer.contains(UInt8(ascii: "\n")) {
            guard let bytes = input.readAvailable(limit: Self.answerLimit) else {
                // The terminal is polled, so that a signal ends the wait.
                try await Task.sleep(for: Self.pause)
                continue
            }
            // The end of the input is no answer, whatever was typed before it.
            guard !bytes.isEmpty else { return "" }
            answer += bytes
        }
        return String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
