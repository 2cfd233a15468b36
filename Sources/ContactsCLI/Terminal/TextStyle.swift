/// How text stands out on a terminal; never the only way in which something is said.
enum TextStyle: String, Sendable {
    /// Titles and labels.
    case bold = "1"
    /// What is there for programs rather than for people, such as identifiers.
    case faint = "2"

    /// The text in this style, if the screen takes styles.
    func applied(to text: String, on screen: Screen) -> String {
        screen.hasColor && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
