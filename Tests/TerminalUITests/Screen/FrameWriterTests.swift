import BlocTesting
import Testing

@testable import TerminalUI

struct FrameWriterTests {
    private let size = Size(columns: 24, rows: 5)

    private func randomFrame(_ numbers: inout SplitMix64) -> Frame {
        let styles: [Style] = [.plain, .selection, .match, .dim, .bar, .danger, Style(.text, on: .field, .underline)]
        let surface = (0..<8).map { _ in
            (
                HostileText.random(using: &numbers),
                Point(x: .random(in: -2...20, using: &numbers), y: .random(in: 0...4, using: &numbers)),
                styles.randomElement(using: &numbers) ?? .plain
            )
        }
        return Frame(
            DrawnView { canvas in for (text, place, style) in surface { canvas.text(text, at: place, style: style) } },
            size: size
        )
    }

    @Test(arguments: ["xterm-256color", "vt100", "linux", "tmux-256color", "ansi"], 0..<6)
    func `the terminal shows what the frames show, one after the other`(terminal: String, seed: UInt64) throws {
        try Terminals.with(terminal) { description in
            var numbers = SplitMix64(seed: seed)
            var writer = FrameWriter(terminal: description, hasUnicode: true)
            var emulated = EmulatedTerminal(size: size)
            for _ in 0..<12 {
                let frame = randomFrame(&numbers)
                emulated.write(writer.bytes(for: frame, theme: .dark))
                let places = (0..<size.rows).flatMap { y in (0..<size.columns).map { Point(x: $0, y: y) } }
                let shown = places.map { emulated.text(x: $0.x, y: $0.y) }
                #expect(shown == places.map { frame.grid[$0.x, $0.y].text })
            }
        }
    }

    @Test(arguments: 0..<10)
    func `a terminal with other widths shows wrong cells, never wrong rows`(seed: UInt64) throws {
        try Terminals.with("xterm-256color") { description in
            var numbers = SplitMix64(seed: seed)
            var writer = FrameWriter(terminal: description, hasUnicode: true)
            // This one takes emoji for narrow and Hebrew for wide.
            var emulated = EmulatedTerminal(size: size) { scalar in
                let columns = DisplayWidth.columns(of: scalar)
                return scalar.value >= 0x1F000
                    ? min(columns, 1) : (0x590...0x5FF).contains(scalar.value) ? columns * 2 : columns
            }
            for _ in 0..<6 {
                let texts = (0..<size.rows).map { _ in "👩👧 שלום " + HostileText.random(using: &numbers) }
                let view = DrawnView { canvas in
                    for (row, text) in texts.enumerated() {
                        canvas.text(text, at: Point(x: 0, y: row), width: 22)
                        canvas.text("|", at: Point(x: 23, y: row))
                    }
                }
                emulated.write(writer.bytes(for: Frame(view, size: size), theme: .dark))
                for y in 0..<size.rows { #expect(emulated.text(x: 23, y: y) == "|") }
            }
        }
    }

    @Test func `nothing is written for the same frame, little for a small change`() throws {
        try Terminals.with("xterm-256color") { description in
            var writer = FrameWriter(terminal: description, hasUnicode: true)
            func frame(_ text: String) -> Frame { Frame(DrawnView { $0.text(text, at: .zero) }, size: size) }
            #expect(!writer.bytes(for: frame("Ada"), theme: .dark).isEmpty)
            #expect(writer.bytes(for: frame("Ada"), theme: .dark).isEmpty)
            #expect(writer.bytes(for: frame("Ida"), theme: .dark).count < 40)
            #expect(!writer.bytes(for: frame("Ida"), theme: .light).isEmpty)
            writer.forget()
            #expect(!writer.bytes(for: frame("Ida"), theme: .light).isEmpty)
        }
    }

    @Test(arguments: ["xterm-256color", "linux", "tmux-256color"])
    func `a frame that differs only in its cursor moves it, shows it or hides it`(terminal: String) throws {
        try Terminals.with(terminal) { description in
            var writer = FrameWriter(terminal: description, hasUnicode: true)
            var emulated = EmulatedTerminal(size: size)
            let cursors = [nil, Point(x: 3, y: 1), Point(x: 4, y: 1), Point(x: 4, y: 1), Point(x: 0, y: 4), nil, .zero]
            for (number, cursor) in cursors.enumerated() {
                let view = DrawnView { canvas in
                    canvas.text("Ada", at: .zero)
                    if let cursor { canvas.showCursor(at: cursor) }
                }
                let bytes = writer.bytes(for: Frame(view, size: size), theme: .dark)
                emulated.write(bytes)
                #expect(emulated.isCursorShown == (cursor != nil), "\(number)")
                if let cursor { #expect(emulated.cursor == cursor, "\(number)") }
                if number > 0 { #expect(bytes.isEmpty == (cursor == cursors[number - 1]), "\(number)") }
                #expect(emulated.text(x: 0, y: 0) == "A")
            }
        }
    }

    @Test func `without UTF-8 only ASCII is written`() throws {
        try Terminals.with("xterm-256color") { description in
            var writer = FrameWriter(terminal: description, hasUnicode: false)
            let frame = Frame(DrawnView { $0.text("Zoë 日本", at: .zero) }, size: size)
            let bytes = writer.bytes(for: frame, theme: .dark)
            #expect(bytes.allSatisfy { $0 < 0x80 })
            let shown = String(decoding: bytes, as: UTF8.self)
            #expect(shown.contains("Zo?") && shown.contains("????"))
        }
    }
}
