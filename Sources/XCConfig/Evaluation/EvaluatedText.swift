/// A text with the positions where the elements of a list begin.
///
/// A text without elements, which is the empty list, differs from one with a single empty element.
struct EvaluatedText: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The offsets at which the elements after the first begin, ascending.
    private var separators: [Int] = []
    private var needsSeparator = false
    /// Whether a text was appended, even an empty one.
    private(set) var hasText = false

    init(capacity: Int = 0) {
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    /// Starts a new element with the next text, unless that text is the first.
    mutating func separate() {
        needsSeparator = hasText
    }

    mutating func append(_ text: ArraySlice<UInt8>) {
        applySeparator()
        bytes += text
        hasText = true
    }

    mutating func append(_ text: String) {
        applySeparator()
        bytes += text.utf8
        hasText = true
    }

    mutating func append(_ other: EvaluatedText) {
        guard other.hasText else { return }
        applySeparator()
        let start = bytes.count
        bytes += other.bytes
        for separator in other.separators {
            separators.append(start + separator)
        }
        hasText = true
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    var list: [String] {
        guard hasText else { return [] }
        var elements: [String] = []
        elements.reserveCapacity(separators.count + 1)
        var start = 0
        for end in separators {
            elements.append(String(decoding: bytes[start..<end], as: UTF8.self))
            start = end
        }
        elements.append(String(decoding: bytes[start...], as: UTF8.self))
        return elements
    }

    private mutating func applySeparator() {
        guard needsSeparator else { return }
        separators.append(bytes.count)
        needsSeparator = false
    }
}
