import Primitives

/// Writes a JSON document member by member, on one line or, if it is pretty, indented by two spaces.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0
    /// Whether the open object or list has no members yet.
    private var isEmpty = true

    init(isPretty: Bool = false, capacity: Int = 0) {
        self.isPretty = isPretty
        bytes.reserveCapacity(isPretty ? capacity * 2 : capacity)
    }

    mutating func beginObject(_ key: StaticString? = nil) {
        begin(key)
        open(UInt8(ascii: "{"))
    }

    mutating func endObject() {
        close(UInt8(ascii: "}"))
    }

    mutating func beginList(_ key: StaticString) {
        begin(key)
        open(UInt8(ascii: "["))
    }

    mutating func endList() {
        close(UInt8(ascii: "]"))
    }

    mutating func text(_ key: StaticString, _ value: String) {
        begin(key)
        JSONString.append(value, to: &bytes)
    }

    /// Writes a value as it is: a number or `null`.
    mutating func literal(_ key: StaticString, _ value: String) {
        begin(key)
        bytes.append(contentsOf: value.utf8)
    }

    private mutating func begin(_ key: StaticString?) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        if isPretty, depth > 0 { startLine() }
        isEmpty = false
        guard let key else { return }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        bytes.append(contentsOf: isPretty ? "\": ".utf8 : "\":".utf8)
    }

    private mutating func open(_ bracket: UInt8) {
        bytes.append(bracket)
        depth += 1
        isEmpty = true
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        if isPretty, !isEmpty { startLine() }
        isEmpty = false
        bytes.append(bracket)
    }

    private mutating func startLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
}
