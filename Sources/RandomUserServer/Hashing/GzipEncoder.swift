/// Writes gzip: greedy matches of a single-slot table and the fixed codes of the format.
///
/// It compresses worse than zlib and costs much less, which is right for a server on the loopback; and it keeps
/// the server free of another dependency.
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

    /// A gzip file of a few bytes per thousand that unpacks to at least `size` blanks.
    static func bomb(size: Int) -> (bytes: [UInt8], unpackedSize: Int) {
        // Codes of this block: a match of 258 bytes at distance 1 is two zero bits, so a zero byte unpacks to 1,032.
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
        encoder.put(0b11, 2)  // blank: two bits
        encoder.skip(138)
        encoder.skip(85)
        encoder.put(0b11, 2)  // end of block: two bits
        encoder.skip(28)
        encoder.put(0b01, 2)  // length 258: one bit
        encoder.put(0b01, 2)  // distance 1: one bit
        encoder.put(0b01, 2)  // one blank
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
