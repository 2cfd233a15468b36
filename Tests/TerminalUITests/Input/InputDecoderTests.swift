import BlocTesting
import Testing

@testable import TerminalUI

struct InputDecoderTests {
    @Test(arguments: [
        ("a", [Key.character("a")]), ("é", ["é"]), ("日", ["日"]), ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
        ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]), ("\u{3}", [.control("c")]), ("\0", [.control(" ")]),
        ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[B\u{1B}[C", [.down, .right]), ("\u{1B}[1;5C", [.wordRight]),
        ("\u{1B}[1;3D", [.wordLeft]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3~", [.delete]),
        ("\u{1B}[H", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[Z", [.backTab]), ("\u{1B}OP", [.function(1)]),
        ("\u{1B}[15~", [.function(5)]), ("\u{1B}[24~", [.function(12)]), ("\u{1B}[[C", [.function(3)]),
        ("\u{1B}x", [.alt("x")]), ("\u{1B}\u{7F}", [.control("w")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
        ("\u{1B}[99;99~q", ["q"]), ("\u{1C}", [.control("\\")]),
    ])
    func `keys are told, whole or byte by byte`(bytes: String, keys: [Key]) {
        var decoder = InputDecoder()
        #expect(decoder.feed(bytes.utf8) == keys.map(InputEvent.key))
        #expect(!decoder.isWaiting)
        var slow = InputDecoder()
        let events = bytes.utf8.flatMap { slow.feed([$0]) } + slow.flush()
        #expect(events == keys.map(InputEvent.key))
    }

    @Test func `Escape alone is a key when nothing follows`() {
        var decoder = InputDecoder()
        #expect(decoder.feed([0x1B]).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.key(.escape)])
        #expect(decoder.feed(Array("\u{1B}[".utf8)).isEmpty)
        #expect(decoder.flush() == [.key(.alt("["))])
        #expect(!decoder.isWaiting)
    }

    @Test func `pasted text is never taken for keys`() {
        var decoder = InputDecoder()
        let bytes = Array("\u{1B}[200~q\u{1B}[A\r日\u{1B}[201~x".utf8)
        #expect(decoder.feed(bytes) == [.paste("q\u{1B}[A\r日"), .key("x")])
        let events = bytes.flatMap { decoder.feed([$0]) }
        #expect(events == [.paste("q\u{1B}[A\r日"), .key("x")])
    }

    @Test func `a paste without an end is kept up to a limit`() {
        var decoder = InputDecoder()
        _ = decoder.feed(Array("\u{1B}[200~".utf8))
        let megabyte = [UInt8](repeating: 0x61, count: 1 << 20)
        for _ in 1...2 { #expect(decoder.feed(megabyte).isEmpty) }
        guard case .paste(let text) = decoder.feed(Array("\u{1B}[201~".utf8)).first else {
            Issue.record("the paste ends")
            return
        }
        #expect(text.utf8.count == InputDecoder.mostPasted)
    }

    @Test(arguments: [
        ("\u{1B}[<0;3;4M", Mouse(.click, at: Point(x: 2, y: 3))), ("\u{1B}[<2;1;1M", Mouse(.otherClick, at: .zero)),
        ("\u{1B}[<64;9;9M", Mouse(.wheelUp, at: Point(x: 8, y: 8))),
        ("\u{1B}[<65;300;200M", Mouse(.wheelDown, at: Point(x: 299, y: 199))),
        // The release of a button is no event.
        ("\u{1B}[<0;1;1m\u{1B}[<2;1;1m", nil),
    ])
    func `the mouse is told`(bytes: String, mouse: Mouse?) {
        var decoder = InputDecoder()
        #expect(decoder.feed(bytes.utf8) == [mouse].compactMap(\.self).map(InputEvent.mouse))
    }

    @Test(arguments: [
        ("rgb:0000/0000/0000", BackgroundTone.dark), ("rgb:ffff/ffff/ffff", .light), ("rgb:1e/1e/2e", .dark),
        ("rgba:ffff/fafa/e0e0/ffff", .light), ("#fdf6e3", .light), ("rgb:0/2/3", .dark),
    ])
    func `the background is told, before the attributes`(color: String, tone: BackgroundTone) {
        for end in ["\u{7}", "\u{1B}\\"] {
            var decoder = InputDecoder()
            #expect(decoder.feed("\u{1B}]11;\(color)\(end)".utf8) == [.background(tone)])
            #expect(!decoder.hasAttributes)
            #expect(decoder.feed("\u{1B}[?64;1;2c".utf8).isEmpty && decoder.hasAttributes)
        }
    }

    @Test func `sequences of the description are known`() {
        var decoder = InputDecoder(keys: [Array("\u{1B}Ow".utf8): .down, Array("\u{1B}~k".utf8): .up])
        #expect(decoder.feed("\u{1B}Ow\u{1B}~k".utf8) == [.key(.down), .key(.up)])
    }

    @Test(arguments: 0..<60)
    func `no bytes stop it, and how they arrive does not matter`(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let alphabet = Array("\u{1B}\u{1B}\u{1B}[]OP<;0129~MmAuc\u{7}\\é日\u{80}".utf8) + [0xFF, 0xC3, 0xE6]
        let bytes = (0..<80).compactMap { _ in alphabet.randomElement(using: &numbers) }
        var whole = InputDecoder()
        var parts = InputDecoder()
        let expected = whole.feed(bytes) + whole.flush()
        var events: [InputEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...5, using: &numbers)
            events += parts.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        events += parts.flush()
        #expect(events == expected)
        let end = Array("\u{1B}[201~\u{7}".utf8)
        _ = whole.feed(end)
        _ = whole.flush()
        #expect(whole.feed([0x71]).last == .key("q"))
    }

    @Test func `keys have the names of help`() {
        let keys: [Key] = [" ", "/", .control("r"), .alt("x"), .enter, .escape, .function(5), .pageUp]
        #expect(keys.map(\.description) == ["Space", "/", "Ctrl-R", "Alt-x", "Enter", "Esc", "F5", "PgUp"])
        #expect(KeyHint("j", .down, text: "next").keyNames == "j Down")
    }
}
