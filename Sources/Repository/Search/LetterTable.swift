import EmbeddedFiles

/// Replacements for letters, from a file that says at its beginning how it is written.
struct LetterTable: Sendable {
    /// Letters without their marks, and plain characters for those of other shapes and widths.
    static let plain = LetterTable(EmbeddedFiles.plainLetters)
    /// Latin letters for those of other scripts.
    static let latin = LetterTable(EmbeddedFiles.latinLetters)
    /// The readings of Han characters: a table of its own, which most address books never need.
    static let han = LetterTable(EmbeddedFiles.hanReadings)

    private var replacements: [Key: String] = [:]
    /// The length of the longest key that begins with a scalar, where that is more than one.
    private var lengths: [Unicode.Scalar: Int] = [:]

    init(_ text: String) {
        let (colon, space, hash) = (UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "#"))
        let bytes = Array(text.utf8)
        replacements.reserveCapacity(bytes.count / 5)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.first == hash, line.count == 1 || line[line.startIndex + 1] == space { continue }
            guard let end = line.indices.dropLast().first(where: { line[$0] == colon && line[$0 + 1] == space }) else {
                continue
            }
            let replacement = String(decoding: line[..<end], as: UTF8.self)
            for item in line[(end + 2)...].split(separator: space) {
                let item = String(decoding: item, as: UTF8.self)
                let scalars = item.utf8.contains(UInt8(ascii: "+")) ? Self.numbered(item) : item.unicodeScalars
                let key = Key(scalars)
                replacements[key] = replacement
                if let first = scalars.first, key.count > 1 { lengths[first] = max(lengths[first] ?? 0, key.count) }
            }
        }
    }

    /// How many keys have a replacement.
    var count: Int { replacements.count }

    /// The replacement for the longest key at the start of the scalars, and how many scalars it replaces.
    func match(_ scalars: ArraySlice<Unicode.Scalar>) -> (replacement: String, count: Int)? {
        guard let first = scalars.first else { return nil }
        for count in stride(from: min(lengths[first] ?? 1, scalars.count), to: 0, by: -1) {
            if let replacement = replacements[Key(scalars.prefix(count))] { return (replacement, count) }
        }
        return nil
    }

    /// The scalars of an item in which some are written as `U+` and a number.
    private static func numbered(_ item: String) -> String.UnicodeScalarView {
        let parts = item.split(separator: "U+", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
        return String.UnicodeScalarView(parts[0].unicodeScalars + numbers)
    }

    /// One to three scalars.
    private struct Key: Hashable {
        private var bits: UInt64 = 0

        init(_ scalars: some Sequence<Unicode.Scalar>) {
            for scalar in scalars { bits = bits << 21 | UInt64(scalar.value) }
        }

        var count: Int { bits < 1 << 21 ? 1 : bits < 1 << 42 ? 2 : 3 }
    }
}
