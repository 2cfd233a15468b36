/// The orders in which contacts are listed; each ends with the identifier, so that it is total.
public enum ContactSort: String, CaseIterable, Codable, Sendable {
    /// By family name, then given name, accents and case folded; people without a name come last.
    case last
    /// By given name, then family name, accents and case folded; people without a name come last.
    case first
    /// By month and day of birth, January first; people without a birthday come last.
    case birthday
}
