/// Numbers of a list as people write them: `1,4,7-8`.
enum NumberRanges {
    /// The numbers that are written, each once, in the order of the text; `nil` when it is no such text, or a number is not
    /// from 1 to `count`.
    static func numbers(in text: String, upTo count: Int) -> [Int]? {
        var numbers: [Int] = []
        let parts = text.split { $0 == "," || $0.isWhitespace }
        for part in parts {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard ends.count <= 2, let first = ends.first.flatMap(\.self), let last = ends.last.flatMap(\.self),
                first >= 1, last <= count, first <= last
            else { return nil }
            for number in first...last where !numbers.contains(number) { numbers.append(number) }
        }
        return numbers.isEmpty ? nil : numbers
    }
}
