import EmbeddedFiles

/// Short forms and variants of given names.
enum GivenNames {
    /// Whether one folded name is a form of the other.
    static func areForms(_ one: String, _ other: String) -> Bool {
        guard let groups = groups[one], let others = Self.groups[other] else { return false }
        return !groups.isDisjoint(with: others)
    }

    /// The numbers of the lines that contain a name.
    private static let groups: [String: Set<Int>] = {
        var groups: [String: Set<Int>] = [:]
        for (number, line) in EmbeddedFiles.givenNames.split(separator: "\n").enumerated() where !line.hasPrefix("#") {
            for name in line.split(separator: " ") { groups[String(name), default: []].insert(number) }
        }
        return groups
    }()
}
