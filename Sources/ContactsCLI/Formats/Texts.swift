/// Ages for people, in the largest unit that fits.
enum AgeText {
    /// The age in whole units, rounded down: `5 s`, `12 min`, `2 h`, `3 days`.
    static func text(of age: Duration) -> String {
        let seconds = max(0, age.components.seconds)
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}

/// Counts with their nouns.
enum CountText {
    /// The number of contacts: `1 contact`, `2 contacts`.
    static func contacts(_ count: Int) -> String { count == 1 ? "1 contact" : "\(count) contacts" }

    /// The number of people: `1 person`, `2 people`.
    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

    /// The number of pages: `1 page`, `2 pages`.
    static func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }
}

extension String {
    /// The text followed by blanks up to the width.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
