/// The SHA-1 digest, shown by the service for its fake passwords.
enum SHA1 {
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
            0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0
        )
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
            PaddedBlocks.forEach(of: message, bigEndianLength: true) { block in
                for index in 0..<16 { schedule[index] = UInt32(bigEndian: block[index]) }
                for index in 16..<80 {
                    let word = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
                    schedule[index] = word << 1 | word >> 31
                }
                var (a, b, c, d, e) = state
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
                state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
            }
        }
        return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - $0 * 8)) }
        }
    }
}
