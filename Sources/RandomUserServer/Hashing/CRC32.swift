/// The checksum at the end of a gzip file.
enum CRC32 {
    static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var state: UInt32 = 0xffff_ffff
            for byte in bytes { state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
            return ~state
        }
    }

    /// The checksum of `count` times the same byte, in a time that grows with the logarithm of `count`.
    ///
    /// One step of the checksum is an affine map over bits, so that a power of it is found by squaring.
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
