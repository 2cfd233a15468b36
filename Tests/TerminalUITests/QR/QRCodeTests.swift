import Foundation
import Testing

@testable import TerminalUI

struct QRCodeTests {
    @Test(arguments: [(17, 21), (18, 25), (106, 37), (271, 57), (2953, 177)])
    func `a code is as small as the standard allows`(bytes: Int, size: Int) throws {
        #expect(try QRCode(Array(repeating: 0x61, count: bytes)).size == size)
    }

    @Test func `what is too long, and a missing library, are told`() {
        #expect(picture(QRView([String(repeating: "x", count: 3000)]), 40, 2).contains("too long"))
        #expect(throws: QRCode.Problem.tooLong) { try QRCode(Array(repeating: 0x61, count: 2954)) }
        #expect(QRLibrary(["libno-such-library.so.1"]) == nil)
    }

    /// A program that knows nothing of this one.
    private static let reader = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg", "/opt/homebrew/bin/zbarimg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
        .enabled(if: reader != nil, "zbarimg is not installed"),
        arguments: [
            "BEGIN:VCARD\nFN:Ada\nEND:VCARD", String(repeating: "https://example.org/", count: 15),
            String(repeating: "x", count: 800),
        ]
    )
    func `another program reads it`(text: String) throws {
        let code = try QRCode(Array(text.utf8))
        let side = (code.size + 8) * 4
        var picture = Data("P5 \(side) \(side) 255\n".utf8)
        for y in 0..<side {
            for x in 0..<side { picture.append(code.isDark(x: x / 4 - 4, y: y / 4 - 4) ? 0 : 255) }
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pgm")
        try picture.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let read = Tmux.output(of: [Self.reader ?? "", "--quiet", "--raw", "--oneshot", file.path])
        #expect(read.hasPrefix(text))
    }

    @Test func `in ASCII one square takes two cells`() throws {
        let frame = Frame(QRView(["Ada"]), size: Size(columns: 50, rows: 25), glyphs: .ascii)
        #expect(frame.grid[0, 0].style.background == .paper)
        #expect(frame.grid[4, 2].style.background == .ink)
    }

    @Test func `the first text that fits is shown`() {
        let texts = [String(repeating: "x", count: 60), "Ada"]
        #expect(picture(QRView(texts), 25, 13) == picture(QRView(["Ada"]), 25, 13))
        #expect(picture(QRView(texts), 60, 30) == picture(QRView([texts[0]]), 60, 30))
    }
}
