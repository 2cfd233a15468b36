/// The bytes of a QR code: data in blocks, each with what repairs it (Reed-Solomon).
struct QRBlocks {
    private let version: Int
    /// The number of blocks.
    let count: Int
    /// The repairing bytes of each block.
    let repairing: Int

    init(_ version: Int, _ level: QRCode.Level) {
        self.version = version
        count = QRBlocks.counts[level.rawValue][version - 1]
        repairing = QRBlocks.repairs[level.rawValue][version - 1]
    }

    /// All bytes of a code of this version.
    var totalBytes: Int {
        var bits = (16 * version + 128) * version + 64
        if version >= 2 {
            let alignments = version / 7 + 2
            bits -= (25 * alignments - 10) * alignments - 55
            if version >= 7 { bits -= 36 }
        }
        return bits / 8
    }

    private var dataBytes: Int { totalBytes - count * repairing }

    /// The most bytes that can be encoded.
    var mostBytes: Int { dataBytes - (version < 10 ? 2 : 3) }

    /// The bytes of the code, in the order in which they are drawn.
    func codewords(for bytes: [UInt8]) -> [UInt8] {
        let blocks = split(data(of: bytes))
        let repairs = blocks.map { QRField.remainder(of: $0, by: QRField.divisor(degree: repairing)) }
        var result: [UInt8] = []
        for index in 0..<(blocks.map(\.count).max() ?? 0) {
            for block in blocks where index < block.count { result.append(block[index]) }
        }
        for index in 0..<repairing {
            for repair in repairs { result.append(repair[index]) }
        }
        return result
    }

    /// The lengths of the data of each block; the short ones come first.
    var lengths: [Int] {
        let short = totalBytes / count
        let shortCount = count - totalBytes % count
        return (0..<count).map { short - repairing + ($0 < shortCount ? 0 : 1) }
    }

    /// The mode, the length, the bytes, and what fills the rest.
    private func data(of bytes: [UInt8]) -> [UInt8] {
        let length = bytes.count
        // The mode has half a byte, so that all that follows is shifted by one half.
        var halves: [UInt8] = [4]
        if version >= 10 { halves += [UInt8(length >> 12 & 15), UInt8(length >> 8 & 15)] }
        halves += [UInt8(length >> 4 & 15), UInt8(length & 15)]
        for byte in bytes { halves += [byte >> 4, byte & 15] }
        halves.append(0)
        var data = stride(from: 0, to: halves.count, by: 2).map { halves[$0] << 4 | halves[$0 + 1] }
        var filling: UInt8 = 0xEC
        while data.count < dataBytes {
            data.append(filling)
            filling ^= 0xEC ^ 0x11
        }
        return data
    }

    private func split(_ data: [UInt8]) -> [[UInt8]] {
        var start = 0
        return lengths.map { length in
            defer { start += length }
            return Array(data[start..<start + length])
        }
    }

    /// For the levels from low to high, by version.
    private static let repairs: [[Int]] = [
        [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28],
        [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26],
        [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30],
        [17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28],
    ]

    private static let counts: [[Int]] = [
        [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8],
        [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16],
        [1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20],
        [1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25],
    ]
}

/// Polynomials over the field of 256 elements with the modulus x⁸ + x⁴ + x³ + x² + 1.
enum QRField {
    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var result = 0
        for place in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            result ^= Int(right >> place & 1) * Int(left)
        }
        return UInt8(truncatingIfNeeded: result)
    }

    /// The product of x - 2ⁱ for each i below the degree, without its first coefficient, which is 1.
    static func divisor(degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for place in 0..<degree {
                result[place] = product(result[place], root) ^ (place + 1 < degree ? result[place + 1] : 0)
            }
            root = product(root, 2)
        }
        return result
    }

    static func remainder(of data: [UInt8], by divisor: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ result.removeFirst()
            result.append(0)
            for place in divisor.indices { result[place] ^= product(divisor[place], factor) }
        }
        return result
    }
}
