/// A version that cards are written in.
public enum VCardVersion: String, CaseIterable, Sendable {
    /// RFC 2426.
    case v3 = "3.0"
    /// RFC 6350.
    case v4 = "4.0"
}
