import Primitives

/// A random number generator (SplitMix64) that yields the same numbers for the same seed on every machine.
struct SeededGenerator {
    private var state: UInt64

    /// Creates the stream `name` of a seed; differently named streams are independent of each other.
    init(seed: String, stream name: String) {
        let digest = MD5.digest(of: Array((name + "\u{0}" + seed).utf8))
        state = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }

    /// Returns a number from 0 up to, but not including, `bound`, which must be at least 1.
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// Returns one of the items, or an empty string if there are none.
    mutating func pick(_ items: [String]) -> String {
        items.isEmpty ? "" : items[below(items.count)]
    }

    /// Replaces each `#` in the pattern with a digit and each `@` with a capital letter.
    mutating func fill(_ pattern: String) -> String {
        let bytes = pattern.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "#"): UInt8(ascii: "0") + UInt8(below(10))
            case UInt8(ascii: "@"): UInt8(ascii: "A") + UInt8(below(26))
            default: byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns `count` characters from `alphabet`, which must be ASCII.
    mutating func text(of count: Int, from alphabet: [UInt8]) -> String {
        String(decoding: (0..<count).map { _ in alphabet[below(alphabet.count)] }, as: UTF8.self)
    }
}
