/// Booleans as texts.
enum BooleanText {
    /// Whether a text counts as true: it begins with `Y`, `T`, in any case, or with a digit from 1 to 9.
    static func bool(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        return switch first {
        case UInt8(ascii: "y"), UInt8(ascii: "Y"), UInt8(ascii: "t"), UInt8(ascii: "T"): true
        case UInt8(ascii: "1")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
