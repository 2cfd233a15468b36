/// What is done after an async sequence that a handler follows has thrown.
public enum Following: Hashable, Sendable {
    /// Ask the sequence for its next element.
    case goOn
    /// Stop following; the handler goes on after `forEach` or `onEach`.
    case end
}
