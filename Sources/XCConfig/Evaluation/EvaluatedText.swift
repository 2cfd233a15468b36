/// Text along with the positions at which list elements start.
///
/// Having no elements (the empty list) is different from having a single empty element.
struct EvaluatedText: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The offsets at which all elements but the first start, in ascending order.
    private var separators: [Int] = []
    private var needsSeparator = false
    /// Whether any text was appended, even an empty one.
    private(set) var hasText = false

    init(capacity: Int = 0) {
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    /// Starts a new element with the next text, unless that is the first one.
    mutating func separate() {
        needsSeparator = hasText
    }

    mutating func append(_ text: some Sequence<UInt8>) {
        applySeparator()
        bytes += text
        hasText = true
    }

    mutating func append(_ other: EvaluatedText) {
        guard other.hasText else { return }
        applySeparator()
        let start = bytes.count
        bytes += other.bytes
        separators += other.separators.map { start + $0 }
        hasText = true
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    var list: [String] {
        guard hasText else { return [] }
        return zip([0] + separators, separators + [bytes.count]).map { start, end in
            String(decoding: bytes[start..<end], as: UTF8.self)
        }
    }

    private mutating func applySeparator() {
        guard needsSeparator else { return }
        separators.append(bytes.count)
        needsSeparator = false
    }
}
