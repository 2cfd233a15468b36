import Primitives
import VCard

/// The kept lines of one property that a contact may have several of, found by what they say.
struct KeptCopies {
    /// The lines; a line that was taken is `nil`.
    private var lines: [VCardLine?]
    /// The places of the lines by their values, the last first.
    private var places: [String: [Int]] = [:]

    /// Creates copies of which `value` tells what they say.
    init(_ lines: [VCardLine], _ value: (VCardLine) -> String) {
        self.lines = lines
        for index in lines.indices.reversed() {
            WorkCount.add(1)
            places[value(lines[index]), default: []].append(index)
        }
    }

    /// The lines that were not taken.
    var rest: [VCardLine] { lines.compactMap(\.self) }

    /// Takes the first line with that value.
    mutating func take(_ value: String) -> VCardLine? {
        WorkCount.add(1)
        guard let index = places[value]?.popLast() else { return nil }
        defer { lines[index] = nil }
        return lines[index]
    }
}
