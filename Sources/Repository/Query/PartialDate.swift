/// A date of which parts may be unknown: `YYYY-MM-DD`, `YYYY-MM`, `YYYY`, `MM-DD` or `--MM-DD`.
package struct PartialDate: Equatable, Sendable {
    package let year: Int?
    package let month: Int?
    package let day: Int?

    /// Reads a date and ignores a time of day behind it; `nil` for text that is no date.
    package init?(_ text: String) {
        var bytes = Array(text.utf8.prefix(32))
        if let time = bytes.firstIndex(of: UInt8(ascii: "T")) { bytes.removeSubrange(time...) }
        let hasNoYear = bytes.starts(with: "--".utf8)
        if hasNoYear { bytes.removeFirst(2) }
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let numbers = parts.map { part in
            part.allSatisfy { (0x30...0x39).contains($0) }
                ? part.reduce(0) { min($0, 10_000_000) * 10 + Int($1 - 0x30) } : nil
        }
        let found: (Int?, Int?, Int?)
        switch (hasNoYear, parts.map(\.count)) {
        case (false, [4, 2, 2]): found = (numbers[0], numbers[1], numbers[2])
        case (false, [4, 2]): found = (numbers[0], numbers[1], nil)
        case (false, [4]): found = (numbers[0], nil, nil)
        case (false, [8]):
            found = (numbers[0].map { $0 / 10_000 }, numbers[0].map { $0 / 100 % 100 }, numbers[0].map { $0 % 100 })
        case (_, [2, 2]): found = (nil, numbers[0], numbers[1])
        case (true, [4]): found = (nil, numbers[0].map { $0 / 100 }, numbers[0].map { $0 % 100 })
        default: return nil
        }
        guard !numbers.contains(nil), found.1.map((1...12).contains) != false, found.2.map((1...31).contains) != false
        else { return nil }
        (year, month, day) = found
    }

    /// Whether the other date has the same value in each part that this one has.
    func agrees(with other: PartialDate) -> Bool {
        (year == nil || year == other.year) && (month == nil || month == other.month)
            && (day == nil || day == other.day)
    }
}
