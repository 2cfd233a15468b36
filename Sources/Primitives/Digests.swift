// These digests don't justify linking a cryptography library: they make seeds, stable identifiers, fake passwords, the
// result of `$(NAME:__md5)`, and responses for HTTP Digest authentication, whose algorithms the server chooses.

/// The MD5 digest of RFC 1321.
package enum MD5 {
    package static func digest(of message: [UInt8]) -> [UInt8] {
        var a: UInt32 = 0x6745_2301
        var b: UInt32 = 0xefcd_ab89
        var c: UInt32 = 0x98ba_dcfe
        var d: UInt32 = 0x1032_5476
        PaddedBlocks.forEach(of: message, bigEndianLength: false) { block in
            let (a0, b0, c0, d0) = (a, b, c, d)
            for step in 0..<64 {
                let mix: UInt32
                let word: Int
                switch step >> 4 {
                case 0:
                    mix = (b & c) | (~b & d)
                    word = step
                case 1:
                    mix = (d & b) | (~d & c)
                    word = (5 &* step &+ 1) & 15
                case 2:
                    mix = b ^ c ^ d
                    word = (3 &* step &+ 5) & 15
                default:
                    mix = c ^ (b | ~d)
                    word = (7 &* step) & 15
                }
                let sum = a &+ mix &+ sines[step] &+ UInt32(littleEndian: block[word])
                let shift = shifts[(step >> 4) << 2 | step & 3]
                (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 &- shift)))
            }
            (a, b, c, d) = (a0 &+ a, b0 &+ b, c0 &+ c, d0 &+ d)
        }
        return [a, b, c, d].flatMap { PaddedBlocks.bytes(of: $0.byteSwapped) }
    }

    private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

    private static let sines: [UInt32] = [
        0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
        0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
        0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
        0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
        0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
        0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
        0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
        0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
    ]
}

/// The SHA-1 digest of RFC 3174.
package enum SHA1 {
    package static func digest(of message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
            PaddedBlocks.forEach(of: message, bigEndianLength: true) { block in
                for index in 0..<16 { schedule[index] = UInt32(bigEndian: block[index]) }
                for index in 16..<80 {
                    let word = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
                    schedule[index] = word << 1 | word >> 31
                }
                var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
                for index in 0..<80 {
                    let (mix, constant): (UInt32, UInt32) =
                        switch index {
                        case ..<20: ((b & c) | (~b & d), 0x5a82_7999)
                        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
                        case ..<60: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
                        default: (b ^ c ^ d, 0xca62_c1d6)
                        }
                    let next = (a << 5 | a >> 27) &+ mix &+ e &+ constant &+ schedule[index]
                    (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
                }
                for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
            }
        }
        return state.flatMap(PaddedBlocks.bytes)
    }
}

/// The SHA-256 digest of FIPS 180-4.
package enum SHA256 {
    package static func digest(of message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            PaddedBlocks.forEach(of: message, bigEndianLength: true) { block in
                for index in 0..<16 { schedule[index] = UInt32(bigEndian: block[index]) }
                for index in 16..<64 {
                    let early = schedule[index - 15]
                    let late = schedule[index - 2]
                    let first = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
                    let second = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
                    schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
                }
                compress(&state, schedule)
            }
        }
        return state.flatMap(PaddedBlocks.bytes)
    }

    private static func compress(_ state: inout [UInt32], _ schedule: UnsafeMutableBufferPointer<UInt32>) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let high = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ ((e & f) ^ (~e & g))
            let sum = high &+ constants[index] &+ schedule[index]
            let low = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ sum, c, b, a, sum &+ low)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 {
        value >> count | value << (32 &- count)
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

/// Lowercase hexadecimal digits.
package enum Hexadecimal {
    /// Returns two digits for each byte.
    package static func text(of bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { target in
            for (index, byte) in bytes.enumerated() {
                target[index * 2] = digit(byte >> 4)
                target[index * 2 + 1] = digit(byte & 15)
            }
            return bytes.count * 2
        }
    }

    /// Returns the digit for a value below 16.
    package static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}

/// The message padding that MD5, SHA-1 and SHA-256 share: 64-byte blocks, ending with the length in bits.
private enum PaddedBlocks {
    /// Returns the bytes of a word, the most significant first.
    static func bytes(of word: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: word.bigEndian, Array.init) }

    /// Calls `body` with each block as sixteen words in memory byte order.
    static func forEach(
        of message: [UInt8],
        bigEndianLength: Bool,
        _ body: (UnsafeBufferPointer<UInt32>) -> Void
    ) {
        var padded: [UInt8] = []
        padded.reserveCapacity(message.count + 72)
        padded += message
        padded.append(0x80)
        padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
        let bits = UInt64(message.count) * 8
        padded += bytes(of: bigEndianLength ? bits : bits.byteSwapped)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { block in
            for start in stride(from: 0, to: padded.count, by: 64) {
                UnsafeMutableRawBufferPointer(block).copyBytes(from: padded[start..<start + 64])
                body(UnsafeBufferPointer(block))
            }
        }
    }
}
