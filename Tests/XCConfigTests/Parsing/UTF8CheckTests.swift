import Testing

@testable import XCConfig

@Suite struct UTF8CheckTests {
    @Test(
        arguments: [
            ([0x61, 0xC3, 0xA9], []), ([0xFF, 0xFE, 0x0A, 0xFF], [0, 3]), ([0xC0, 0x80], [0]),
            ([0xED, 0xA0, 0x80], [0]),
            ([0xE2, 0x82], [0]), ([0xF0, 0x9F, 0x98, 0x80], []), ([0xF4, 0x90, 0x80, 0x80], [0]),
            ([0x61, 0xE9, 0x61], [1]),
        ] as [([UInt8], [Int])]
    )
    func `the first invalid byte of each line is found`(bytes: [UInt8], offsets: [Int]) {
        #expect(UTF8Check.offsetsOfInvalidBytes(in: bytes) == offsets)
    }
}
