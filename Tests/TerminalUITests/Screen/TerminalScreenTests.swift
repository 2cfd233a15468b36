import Testing

@testable import TerminalUI

struct TerminalScreenTests {
    @Test func `a terminal without Unicode gets ASCII, and people are told`() {
        let plain = ScreenCapabilities(hasUnicode: false)
        #expect(plain.glyphs == .ascii)
        #expect(plain.notice?.contains("UTF-8") == true)
        let full = ScreenCapabilities(hasUnicode: true)
        #expect(full.glyphs == .unicode)
        #expect(full.notice == nil)
    }
}
