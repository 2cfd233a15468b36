import Testing

@testable import TerminalUI

struct TerminalColorTests {
    @Test(arguments: [
        (0x000000, 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x808080, 244), (0x5F87AF, 67), (0x080808, 232),
        (0xEEEEEE, 255),
    ])
    func `a color is the nearest of 256`(color: UInt32, index: UInt8) {
        #expect(RGB(color).nearestIndex == index)
    }

    @Test func `a color has the digits of pages of the web`() {
        #expect(RGB(0x0A0B0C).hexadecimal == "#0a0b0c")
    }
}
