import Testing

@testable import VCard

@Suite struct CardAssemblerTests {
    /// What the lines give, and what is left at their end.
    private func readings(_ lines: [String], limits: VCardLimits = VCardLimits()) -> [VCardReading] {
        var assembler = CardAssembler(limits: limits)
        var readings: [VCardReading] = []
        for (index, line) in lines.enumerated() {
            Array(line.utf8).withUnsafeBufferPointer { assembler.take($0, number: index + 1) }
            while let reading = assembler.next() { readings.append(reading) }
        }
        assembler.end()
        while let reading = assembler.next() { readings.append(reading) }
        return readings
    }

    private func fault(_ line: Int, _ reason: String) -> VCardReading {
        .fault(VCardProblem(line: line, reason: reason))
    }

    private func problem(_ line: Int, _ reason: String) -> VCardReading {
        .problem(VCardProblem(line: line, reason: reason))
    }

    @Test func `a card has the lines between its first and last, in any case and with blanks`() {
        let readings = readings(["Begin:vCard  ", "VERSION:3.0", "", "FN:A", "end:VCARD\t"])
        #expect(readings == [.card(VCard(version: "3.0", lines: [VCardLine("FN", value: "A")], lineNumber: 1))])
    }

    @Test func `a card that the next one begins in has no end`() {
        let readings = readings(["BEGIN:VCARD", "FN:A", "BEGIN:VCARD", "FN:B", "END:VCARD"])
        #expect(readings.count == 3)
        #expect(readings[0] == fault(1, "the card has no END:VCARD"))
    }

    @Test func `text outside cards is told once`() {
        #expect(readings(["junk", "junk", "BEGIN:VCARD", "END:VCARD", "junk"]).count == 3)
        #expect(readings(["BEGIN:VADDRESSBOOK", "END:VADDRESSBOOK"]).isEmpty)
    }

    @Test func `an empty card is a problem`() {
        #expect(readings(["BEGIN:VCARD", "VERSION:3.0", "END:VCARD"]) == [problem(1, "the card is empty")])
    }

    @Test func `each fault is told, and its line stays in the card`() {
        let readings = readings(["BEGIN:VCARD", "FN:A", "first", "a b:second", "END:VCARD"])
        #expect(
            readings.prefix(2) == [
                fault(3, "there is no colon in “first”"),
                fault(4, "“a b:second” does not begin with the name of a property"),
            ]
        )
        let kept = ["FN:A", "X-CONTACTS-UNREADABLE:first", "X-CONTACTS-UNREADABLE:a b:second"]
        #expect(
            readings.last == .card(VCard(version: "", lines: kept.compactMap { VCardLine(text: $0) }, lineNumber: 1))
        )
    }

    @Test func `a line that is too large is left out, and the card stays`() {
        var assembler = CardAssembler(limits: VCardLimits())
        for (number, line) in ["BEGIN:VCARD", "FN:A"].enumerated() {
            Array(line.utf8).withUnsafeBufferPointer { assembler.take($0, number: number + 1) }
        }
        assembler.skip(3)
        assembler.end()
        #expect(assembler.next() == problem(3, "the line is larger than 1048576 bytes and was left out"))
        #expect(assembler.next() == fault(1, "the card has no END:VCARD"))
        guard case .card? = assembler.next() else {
            Issue.record("no card")
            return
        }
    }

    @Test func `a card larger than the limit is left out`() {
        var limits = VCardLimits()
        limits.cardBytes = 10
        let lines = ["BEGIN:VCARD", "NOTE:12345", "FN:A", "END:VCARD"]
        #expect(readings(lines, limits: limits) == [problem(3, "the card is larger than 10 bytes")])
    }

    @Test func `the card of an agent is one value, however deep it goes`() throws {
        let lines = [
            "BEGIN:VCARD", "AGENT:", "BEGIN:VCARD", "AGENT:", "BEGIN:VCARD", "END:VCARD", "END:VCARD", "FN:A",
            "END:VCARD",
        ]
        guard case .card(let card)? = readings(lines).first else {
            Issue.record("no card")
            return
        }
        #expect(card.lines.map(\.name) == ["AGENT", "FN"])
        let agent = try #require(card.lines.first)
        #expect(agent.value == "BEGIN:VCARD\\nAGENT:\\nBEGIN:VCARD\\nEND:VCARD\\nEND:VCARD")
    }
}
