import Foundation
import Testing

@testable import TerminalUI

struct ClipboardTextTests {
    @Test(arguments: ["", "a", "ab", "abc", "Zoë 日本\n", String(repeating: "\u{7F}", count: 100)])
    func `text for the clipboard is in base 64`(text: String) {
        let bytes = Array(text.utf8)
        #expect(String(decoding: ClipboardText.base64(bytes), as: UTF8.self) == Data(bytes).base64EncodedString())
    }
}
