/// Numbers of things for people.
enum CountText {
    /// The number of contacts: `1 contact`, `2 contacts`.
    static func contacts(_ count: Int) -> String { count == 1 ? "1 contact" : "\(count) contacts" }
}
