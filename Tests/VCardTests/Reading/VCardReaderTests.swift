import BlocTesting
import Primitives
import Testing
import VCard

@Suite("Reading vCards")
struct VCardReaderTests {
    private func read(_ text: String) -> [VCardReading] { readAll(Array(text.utf8), chunk: 1 << 16) }

    private func card(_ text: String) throws -> VCard {
        let readings = read(text)
        guard case .card(let card)? = readings.first else {
            throw VCardProblem(line: 0, reason: "\(readings)")
        }
        return card
    }

    @Test(arguments: [1, 2, 3, 7, 65_536])
    func `reads names, groups, parameters and values, whatever the chunks are`(chunk: Int) throws {
        let head =
            "\u{FEFF}begin:vcard\r\nVERSION:4.0\r\nitem1.email;type=\"home,work\";X-A=a^nb^'c^^:a@ex\r\n ample.com\r\n"
        // A line is folded within a character.
        let folded: [UInt8] = [0xC3, 0x0D, 0x0A, 0x20, 0xBC]
        let bytes = Array((head + "NOTE:gr").utf8) + folded + Array("n \u{1F600}\r\nEND:VCARD\r\n".utf8)
        guard case .card(let card)? = readAll(bytes, chunk: chunk).first else {
            throw VCardProblem(line: 0, reason: "")
        }
        #expect(card.version == "4.0")
        let email = card.lines[0]
        #expect([email.name, email.group, email.value] == ["EMAIL", "item1", "a@example.com"])
        #expect(email.types == ["home", "work"] && email.parameter("X-A") == "a\nb\"c^")
        #expect(email.text == "item1.email;type=\"home,work\";X-A=a^nb^'c^^:a@example.com")
        #expect(card.lines[1].value == "grün \u{1F600}")
    }

    @Test func `reads vCard 2.1: quoted-printable, character sets, types without a name`() throws {
        let card = try card(
            "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=\n=F6rg\n"
                + "TEL;CELL;PREF:123\nNOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:one=0D=0Atwo, =E2=82=AC\n"
                + "FN;QUOTED-PRINTABLE;CHARSET=WINDOWS-1252:=80\nADR;WORK:;;Street 1, Apt 2;Town\n"
                + "X-A;ENCODING=QUOTED-PRINTABLE:a=\n b\nX-B:c=\nX-C:d\nEND:VCARD\n"
        )
        #expect(
            card.lines.map(\.text) == [
                "N:Müller;Jörg", "TEL;TYPE=CELL,PREF:123", "NOTE:one\\ntwo\\, €", "FN:€",
                "ADR;TYPE=WORK:;;Street 1\\, Apt 2;Town", "X-A:a b", "X-B:c=", "X-C:d",
            ]
        )
    }

    @Test("reads the first and last lines of a card in any case and with blanks, and nothing of an address book")
    func ends() {
        let text = "BEGIN:VADDRESSBOOK\nBegin:vCard  \nVERSION:3.0\n\nFN:A\nend:VCARD\t\nEND:VADDRESSBOOK\n"
        #expect(read(text) == [.card(VCard(version: "3.0", lines: [VCardLine("FN", value: "A")], lineNumber: 2))])
        let empty = VCardProblem(line: 1, reason: "the card is empty")
        #expect(read("BEGIN:VCARD\nVERSION:3.0\nEND:VCARD\n") == [.problem(empty)])
    }

    @Test func `keeps the card of an agent as text, however deep it goes`() throws {
        let card = try card(
            "BEGIN:VCARD\nFN:A\nAGENT:\nBEGIN:VCARD\nAGENT:\nBEGIN:VCARD\nEND:VCARD\nEND:VCARD\nTEL:1\nEND:VCARD\n"
        )
        #expect(card.lines.map(\.name) == ["FN", "AGENT", "TEL"])
        #expect(card.lines[1].value == "BEGIN:VCARD\\nAGENT:\\nBEGIN:VCARD\\nEND:VCARD\\nEND:VCARD")
    }

    @Test func `says which line is at fault, keeps it, and loses no card`() {
        let good = "BEGIN:VCARD\nVERSION:3.0\nFN:B\nEND:VCARD\n"
        let readings = read(
            good + "BEGIN:VCARD\nVERSION:3.0\nFN:A\nno colon; here\nTEL:1\nEND:VCARD\n" + good
                + "BEGIN:VCARD\nFN:C\n" + good + "BEGIN:VCARD\nVERSION:9.0\nFN:C\nEND:VCARD\n" + "junk\njunk\n"
                + "BEGIN:VCARD\nFN:D\n"
        )
        let faults = readings.compactMap { if case .fault(let fault) = $0 { fault.line } else { nil } }
        let problems = readings.compactMap { if case .problem(let problem) = $0 { problem.line } else { nil } }
        let cards = readings.compactMap { if case .card(let card) = $0 { card } else { nil } }
        #expect(faults == [8, 15, 22, 27])
        #expect(problems == [25])
        #expect(cards.count == 7)
        #expect(readings.contains(.fault(VCardProblem(line: 8, reason: "there is no colon in “no colon; here”"))))
        #expect(cards[1].lines.map(\.text) == ["FN:A", "X-CONTACTS-UNREADABLE:no colon; here", "TEL:1"])
    }

    @Test("reads what phones write in vCard 2.1: labels, base64 that ends at a blank line, encoded semicolons")
    func phones() throws {
        let card = try card(
            "BEGIN:VCARD\nVERSION:2.1\nTEL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=C3=9C=3B x):1\n"
                + "TEL;X-Boat;CELL:2\nN;ENCODING=QUOTED-PRINTABLE:Do=3Be;J=\n=C3=B6rg\n"
                + "PHOTO;ENCODING=BASE64;JPEG:AAAA\nBBBB\n\nNOTE:b\nEND:VCARD\n"
        )
        #expect(card.lines[0].parameter(VCardLine.customLabel) == "Ü; x")
        #expect(card.lines[1].parameter(VCardLine.customLabel) == "Boat")
        #expect(card.lines[1].types == ["cell"])
        #expect(VCardText.components(card.lines[2].value) == ["Do;e", "Jörg"])
        #expect(card.lines.map(\.name) == ["TEL", "TEL", "N", "PHOTO", "NOTE"])
        #expect(VCardMedia(card.lines[3]) == .data(mediaType: "image/jpeg", base64: "AAAABBBB"))
    }

    /// Files that cost more than their size in a careless reader, of about the given size in bytes.
    static let worst: [(name: String, make: @Sendable (Int) -> String)] = [
        ("base64 without folding", { "BEGIN:VCARD\nPHOTO;BASE64:AAAA\n" + String(repeating: "AAAA\n", count: $0 / 5) }),
        (
            "soft breaks behind a long head",
            {
                "BEGIN:VCARD\nNOTE;X=" + String(repeating: "x", count: $0 / 2) + ";ENCODING=QUOTED-PRINTABLE:a=\n"
                    + String(repeating: "=\n", count: $0 / 4)
            }
        ),
        ("parts of a line without a colon", { "BEGIN:VCARD\n" + String(repeating: "NOTE=\n =\n", count: $0 / 8) }),
        (
            "types without a name",
            {
                "BEGIN:VCARD\nTEL" + String(repeating: ";A=1", count: $0 / 8)
                    + String(repeating: ";CELL", count: $0 / 10) + ":1\n"
            }
        ),
        ("different types", { size in "BEGIN:VCARD\nTEL" + (0..<size / 8).map { ";T\($0)" }.joined() + ":1\n" }),
        (
            "labels and addresses",
            {
                String(repeating: "BEGIN:VCARD\nADR;WORK:;;a\nLABEL;HOME:a\n", count: 1)
                    + String(repeating: "ADR;WORK:;;a\nLABEL;HOME:a\n", count: $0 / 25)
            }
        ),
        ("faults", { "BEGIN:VCARD\n" + String(repeating: "x\n", count: $0 / 2) }),
        ("cards in a card", { "BEGIN:VCARD\nAGENT:\n" + String(repeating: "BEGIN:VCARD\nFN:x\n", count: $0 / 17) }),
    ]

    @Test(arguments: worst.indices)
    func `takes four times the steps for four times the bytes, whatever they are`(index: Int) throws {
        func steps(_ size: Int) -> Int? {
            let bytes = Array((Self.worst[index].make(size) + "END:VCARD\n").utf8)
            return WorkCount.steps {
                for case .card(let card) in readAll(bytes, chunk: 4_096) {
                    _ = card.lines(for: .v4).reduce(0) { $0 + $1.types.count }
                }
            }
        }
        guard let small = steps(8_000), let large = steps(32_000) else { return }
        #expect(small > 1_000, "\(Self.worst[index].name) is counted")
        #expect(large < 5 * small, "\(Self.worst[index].name): \(small) and \(large)")
    }

    @Test func `refuses lines and cards that are too large, and goes on`() {
        var limits = VCardLimits()
        limits.lineBytes = 100
        limits.binaryLineBytes = 300
        limits.cardBytes = 1_000
        let long = String(repeating: "x", count: 250)
        let good = "BEGIN:VCARD\nVERSION:3.0\nFN:B\nEND:VCARD\n"
        let text =
            "BEGIN:VCARD\nNOTE:\(long)\nEND:VCARD\n" + "BEGIN:VCARD\nPHOTO;ENCODING=b:\(long)\nEND:VCARD\n"
            + "BEGIN:VCARD\nNOTE:\(long)\(long)\(long)\nEND:VCARD\n" + "BEGIN:VCARD\n"
            + String(repeating: "NOTE:0123456789\n", count: 70) + "END:VCARD\n" + good
        let first = VCardProblem(line: 2, reason: "the line is larger than 100 bytes and was left out")
        for chunk in [10, 4_096] {
            let readings = readAll(Array(text.utf8), chunk: chunk, limits: limits)
            #expect(readings[0] == .problem(first))
            let kinds = readings.map { if case .card = $0 { "card" } else { "problem" } }
            #expect(kinds == ["problem", "card", "problem", "problem", "card"])
        }
    }

    @Test func `reads whatever a seeded mutator makes of cards, the same in every chunking, and writes it back`() {
        var random = SplitMix64(seed: 7)
        let seed = Array(
            ("BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=\r\n=BC;a\r\nTEL;CELL:1\r\n"
                + "a.PHOTO;ENCODING=b;TYPE=JPEG:AAAA\r\n BBBB\r\nADR;LABEL=\"a^nb\";PREF=1:;;s;c\r\nGEO:1;2\r\n"
                + "BDAY:19850412\r\nREV:20080424T195243Z\r\nAGENT:\r\nBEGIN:VCARD\r\nEND:VCARD\r\nEND:VCARD\r\n").utf8
        )
        let pieces: [[UInt8]] = [[0x3D], [0x0A], [0x0D, 0x0A, 0x20], [0x22], [0x3A], [0x3B], [0xFF], [0x5C], [0]]
        for _ in 0..<300 {
            var bytes = seed + seed
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: at)
                case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: at)
                default: bytes[at] = UInt8.random(in: 0...255, using: &random)
                }
            }
            let whole = readAll(bytes, chunk: 1 << 16)
            #expect(whole == readAll(bytes, chunk: 3))
            for version in VCardVersion.allCases {
                for case .card(let card) in whole {
                    var written: [UInt8] = []
                    VCardWriter(version: version).append(card, to: &written)
                    let again = readAll(written, chunk: 1 << 16)
                    #expect(again.count == 1)
                }
            }
        }
    }
}
