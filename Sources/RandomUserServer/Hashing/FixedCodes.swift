/// The fixed code tables of the deflate format.
struct FixedCodes {
    struct Code {
        /// The bits in the order in which they are written.
        let bits: UInt16
        let count: UInt16
    }

    struct Length {
        let symbol: UInt16
        let base: UInt16
        let extra: UInt16
    }

    static let shared = FixedCodes()

    /// Codes of the symbols 0 to 287.
    let literals: [Code]

    /// The length symbol of every match length up to 258; the first three are never used.
    let lengths: [Length]

    private init() {
        literals = (0..<288).map { symbol in
            let (code, count): (Int, UInt16) =
                switch symbol {
                case ..<144: (0x30 + symbol, 8)
                case ..<256: (0x190 + symbol - 144, 9)
                case ..<280: (symbol - 256, 7)
                default: (0xc0 + symbol - 280, 8)
                }
            return Code(bits: Self.reversed(UInt16(code), count), count: count)
        }
        var lengths = [Length](repeating: Length(symbol: 0, base: 0, extra: 0), count: 259)
        var base = 3
        for symbol in 0..<28 {
            let extra = symbol < 8 ? 0 : symbol / 4 - 1
            for length in base..<min(base + 1 << extra, 258) {
                lengths[length] = Length(symbol: UInt16(symbol), base: UInt16(base), extra: UInt16(extra))
            }
            base += 1 << extra
        }
        lengths[258] = Length(symbol: 28, base: 258, extra: 0)
        self.lengths = lengths
    }

    /// Codes are defined from the highest bit and written from the lowest.
    static func reversed(_ code: UInt16, _ count: UInt16) -> UInt16 {
        var result: UInt16 = 0
        for bit in 0..<count where code >> bit & 1 == 1 { result |= 1 << (count - 1 - bit) }
        return result
    }
}
