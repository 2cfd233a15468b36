import Testing

@testable import TerminalUI

struct QRBlocksTests {
    @Test(arguments: QRCode.Level.allCases)
    func `the blocks of each version fill it`(level: QRCode.Level) {
        for version in 1...QRCode.largestVersion {
            let blocks = QRBlocks(version, level)
            #expect(blocks.lengths.reduce(0, +) + blocks.count * blocks.repairing == blocks.totalBytes)
            #expect(blocks.codewords(for: [1, 2, 3]).count == blocks.totalBytes)
        }
        #expect(QRBlocks(7, level).totalBytes == 196)
        #expect(QRBlocks(20, level).totalBytes == 1085)
    }

    @Test func `products are those of the field`() {
        #expect(QRField.product(2, 0x80) == 0x1D)
        #expect(QRField.product(0, 77) == 0)
        #expect(QRField.product(1, 77) == 77)
        #expect(QRField.divisor(degree: 7) == [127, 122, 154, 164, 11, 68, 117])
    }
}
