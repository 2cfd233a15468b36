/// Writes gzip with greedy matches from a single-slot hash table and the format's fixed Huffman codes.
///
/// It compresses worse than zlib and takes much less time, which suits a loopback server, and it needs no dependency.
struct GzipEncoder {
    private var output: [UInt8]
    private var bits: UInt64 = 0
    private var bitCount: UInt64 = 0

    static func encode(_ input: [UInt8]) -> [UInt8] {
        var encoder = GzipEncoder(capacity: input.count / 3 + 64)
        input.withUnsafeBufferPointer { encoder.deflate($0) }
        let checksum = input.withUnsafeBufferPointer { CRC32.checksum($0) }
        return encoder.finish(checksum: checksum, size: input.count)
    }

    /// Returns a gzip file that unpacks to about `size` spaces, at a thousandth of that size.
    static func bomb(size: Int) -> (bytes: [UInt8], unpackedSize: Int) {
        // In this block a match of 258 bytes at distance 1 is two zero bits, so that a zero byte unpacks to 1,032 bytes.
        let zeros = max(1, size / 1_032)
        var encoder = GzipEncoder(capacity: zeros + 64)
        encoder.put(0b1, 1)  // last block
        encoder.put(0b10, 2)  // with codes of its own
        encoder.put(29, 5)  // 286 literal and length codes
        encoder.put(0, 5)  // 1 distance code
        encoder.put(14, 4)  // 18 code length codes, in the order of the format
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
            encoder.put(symbol == 18 ? 1 : symbol == 1 || symbol == 2 ? 2 : 0, 3)
        }
        encoder.skip(32)
        encoder.put(0b11, 2)  // space: two bits
        encoder.skip(138)
        encoder.skip(85)
        encoder.put(0b11, 2)  // end of block: two bits
        encoder.skip(28)
        encoder.put(0b01, 2)  // length 258: one bit
        encoder.put(0b01, 2)  // distance 1: one bit
        encoder.put(0b01, 2)  // one space
        for _ in 0..<zeros { encoder.put(0, 8) }
        encoder.put(0b11, 2)  // end of block
        let unpacked = 1 + zeros * 1_032
        return (encoder.finish(checksum: CRC32.checksum(of: 32, count: unpacked), size: unpacked), unpacked)
    }

    private init(capacity: Int) {
        output = []
        output.reserveCapacity(capacity)
        output.append(contentsOf: [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
    }

    private mutating func finish(checksum: UInt32, size: Int) -> [UInt8] {
        if bitCount > 0 { put(0, 7) }
        for value in [checksum, UInt32(truncatingIfNeeded: size)] {
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                output.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        return output
    }

    /// Adds `count` zero lengths to the table of codes (11 to 138 of them).
    private mutating func skip(_ count: UInt64) {
        put(0, 1)
        put(count - 11, 7)
    }

    @inline(__always)
    private mutating func put(_ value: UInt64, _ count: UInt64) {
        bits |= value << bitCount
        bitCount &+= count
        while bitCount >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount &-= 8
        }
    }

    private mutating func deflate(_ input: UnsafeBufferPointer<UInt8>) {
        put(0b1, 1)  // last block
        put(0b01, 2)  // fixed codes
        let count = input.count
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << 15) { slots in
            slots.initialize(repeating: -1)
            FixedCodes.shared.literals.withUnsafeBufferPointer { codes in
                var position = 0
                while position < count {
                    var length = 0
                    var distance = 0
                    if position &+ 4 <= count {
                        let slot = Self.hash(input, position)
                        let candidate = Int(slots[slot])
                        slots[slot] = Int32(truncatingIfNeeded: position)
                        if candidate >= 0, position &- candidate <= 32_768 {
                            let limit = min(258, count &- position)
                            while length < limit, input[candidate &+ length] == input[position &+ length] {
                                length &+= 1
                            }
                            distance = position &- candidate
                        }
                    }
                    if length >= 4 {
                        putMatch(length: length, distance: distance, codes)
                        position &+= length
                    } else {
                        let code = codes[Int(input[position])]
                        put(UInt64(code.bits), UInt64(code.count))
                        position &+= 1
                    }
                }
                put(0, 7)  // end of block
            }
        }
    }

    @inline(__always)
    private static func hash(_ input: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int {
        let word =
            UInt32(input[position]) | UInt32(input[position &+ 1]) << 8 | UInt32(input[position &+ 2]) << 16
            | UInt32(input[position &+ 3]) << 24
        return Int((word &* 0x9e37_79b1) >> 17)
    }

    @inline(__always)
    private mutating func putMatch(length: Int, distance: Int, _ codes: UnsafeBufferPointer<FixedCodes.Code>) {
        let lengthCode = FixedCodes.shared.lengths[length]
        let code = codes[257 + Int(lengthCode.symbol)]
        put(UInt64(code.bits), UInt64(code.count))
        put(UInt64(length - Int(lengthCode.base)), UInt64(lengthCode.extra))
        // Distance codes come in pairs that share a power of two.
        let value = distance - 1
        if value < 4 {
            put(UInt64(FixedCodes.reversed(UInt16(value), 5)), 5)
        } else {
            let extra = Int.bitWidth - value.leadingZeroBitCount - 2
            let symbol = 2 * extra + 2 + (value >> extra & 1)
            put(UInt64(FixedCodes.reversed(UInt16(symbol), 5)), 5)
            put(UInt64(value & (1 << extra - 1)), UInt64(extra))
        }
    }
}

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

    /// Reverses a code: codes are defined from the highest bit and written from the lowest.
    static func reversed(_ code: UInt16, _ count: UInt16) -> UInt16 {
        var result: UInt16 = 0
        for bit in 0..<count where code >> bit & 1 == 1 { result |= 1 << (count - 1 - bit) }
        return result
    }
}

/// The checksum at the end of a gzip file.
enum CRC32 {
    static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var state: UInt32 = 0xffff_ffff
            for byte in bytes { state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
            return ~state
        }
    }

    /// Returns the checksum of `count` equal bytes, in time logarithmic in `count`.
    ///
    /// One step of the checksum is an affine map over bits; its power is computed by repeated squaring.
    static func checksum(of byte: UInt8, count: Int) -> UInt32 {
        var power = AffineMap(byte: byte)
        var state: UInt32 = 0xffff_ffff
        var rest = count
        while rest > 0 {
            if rest & 1 == 1 { state = power.apply(state) }
            power = power.squared()
            rest >>= 1
        }
        return ~state
    }

    private static func step(_ state: UInt32, _ byte: UInt8) -> UInt32 {
        state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)]
    }

    private struct AffineMap {
        let columns: [UInt32]
        let constant: UInt32

        init(byte: UInt8) {
            let constant = CRC32.step(0, byte)
            columns = (0..<32).map { CRC32.step(1 << UInt32($0), byte) ^ constant }
            self.constant = constant
        }

        private init(columns: [UInt32], constant: UInt32) {
            self.columns = columns
            self.constant = constant
        }

        private func linear(_ value: UInt32) -> UInt32 {
            var result: UInt32 = 0
            for bit in 0..<32 where value >> UInt32(bit) & 1 == 1 { result ^= columns[bit] }
            return result
        }

        func apply(_ value: UInt32) -> UInt32 { linear(value) ^ constant }

        func squared() -> AffineMap {
            AffineMap(columns: columns.map(linear), constant: linear(constant) ^ constant)
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
        return value
    }
}
