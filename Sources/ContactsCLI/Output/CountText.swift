/// Numbers of things for people.
enum CountText {
    /// The number of contacts: `1 contact`, `2 contacts`.
    static func contacts(_ count: Int) -> String { count == 1 ? "1 contact" : "\(count) contacts" }

    /// The number of people: `1 person`, `2 people`.
    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

    /// The number of pages: `1 page`, `2 pages`.
    static func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }
}
