import Testing

@testable import RandomUserServer

@Suite struct GzipEncoderTests {
    @Test func `the checksum is the one gzip defines`() {
        for (text, checksum) in [("", 0), ("123456789", 0xcbf4_3926), ("a", 0xe8b7_be43)] as [(String, UInt32)] {
            #expect(Array(text.utf8).withUnsafeBufferPointer { CRC32.checksum($0) } == checksum)
        }
        for count in [0, 1, 2, 31, 32, 33, 1_000, 4_097] {
            let blanks = [UInt8](repeating: 32, count: count)
            #expect(CRC32.checksum(of: 32, count: count) == blanks.withUnsafeBufferPointer { CRC32.checksum($0) })
        }
    }
}
