/// What a reader comes to next.
public enum VCardReading: Hashable, Sendable {
    /// A whole card.
    case card(VCard)
    /// A card that is left out, or text that belongs to none.
    case problem(VCardProblem)
}
