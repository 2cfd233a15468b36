/// The common frame of MD5, SHA-1 and SHA-256: blocks of 64 bytes, padded, the length in bits at the end.
enum PaddedBlocks {
    /// Calls `body` with each block as sixteen words in the byte order of memory.
    static func forEach(
        of message: [UInt8],
        bigEndianLength: Bool,
        _ body: (UnsafeBufferPointer<UInt32>) -> Void
    ) {
        var padded = message
        padded.append(0x80)
        padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
        let bits = UInt64(message.count) * 8
        for index in 0..<8 {
            let shift = UInt64(bigEndianLength ? 56 - index * 8 : index * 8)
            padded.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { block in
            for start in stride(from: 0, to: padded.count, by: 64) {
                UnsafeMutableRawBufferPointer(block).copyBytes(from: padded[start..<start + 64])
                body(UnsafeBufferPointer(block))
            }
        }
    }

    /// The lower-case hexadecimal form of a digest.
    static func hexadecimal(_ digest: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: digest.count * 2) { target in
            for (index, byte) in digest.enumerated() {
                target[index * 2] = digit(byte >> 4)
                target[index * 2 + 1] = digit(byte & 15)
            }
            return digest.count * 2
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 48 + value : 87 + value
    }
}
