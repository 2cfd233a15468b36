import Foundation
import Testing

@testable import TerminalUI

struct StyleTests {
    @Test func `a style takes what it does not name from below`() {
        let below = Style(.dim, on: .bar, .bold)
        #expect(Style(.accent).over(below) == Style(.accent, on: .bar))
        #expect(Style(on: .field).over(below) == Style(.dim, on: .field))
    }

    /// Views name semantic colors alone: a raw color or an escape sequence in one of them would be the same in every theme.
    @Test func `no view names a raw color`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let raw = try Regex(
            #"TerminalColor|\bRGB\b|\bPaint\b|\.rgb\(|\.indexed\(|\\u\{1B\}|\\e\[|0x[0-9A-Fa-f]{6}\b|#[0-9A-Fa-f]{6}\b"#
        )
        var files = 0
        for folder in ["Sources/TerminalUI/Views", "Sources/TerminalUI/QR", "Sources/ContactsCLI/Browse"] {
            let path = root.appending(path: folder).path
            guard let names = FileManager.default.enumerator(atPath: path) else { continue }
            for case let name as String in names where name.hasSuffix(".swift") {
                let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
                #expect(try raw.firstMatch(in: text) == nil, "\(folder)/\(name)")
                files += 1
            }
        }
        #expect(files > 10)
    }
}
