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

enum CountText {
    static func contacts(_ count: Int) -> String { count == 1 ? "1 contact" : "\(count) contacts" }

    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

    static func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
