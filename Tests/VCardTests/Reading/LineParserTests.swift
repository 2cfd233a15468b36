import Testing

@testable import VCard

@Suite struct LineParserTests {
    private func parse(_ bytes: [UInt8]) throws(LineFault) -> VCardLine {
        try bytes.withUnsafeBufferPointer { bytes throws(LineFault) in try LineParser.parse(bytes) }
    }

    @Test func `a line has a group, a name in upper case, parameters and a value`() throws {
        let line = try parse(Array("Item1.x-Ab_2;type=home:a:b;c".utf8))
        #expect(line.group == "Item1")
        #expect(line.name == "X-AB_2")
        #expect(line.parameters == [VCardParameter("TYPE", ["home"])])
        #expect(line.value == "a:b;c")
        #expect(line.text == "Item1.x-Ab_2;type=home:a:b;c")
    }

    @Test(arguments: [
        ("no colon", "there is no colon in “no colon”"),
        (":value", "“:value” does not begin with the name of a property"),
        ("g.:value", "“g.:value” does not begin with the name of a property"),
        ("NA ME:value", "“NA ME:value” does not begin with the name of a property"),
        ("N\u{1B}[31m", "there is no colon in “N\u{FFFD}[31m”"),
        (String(repeating: "x", count: 31), "there is no colon in “\(String(repeating: "x", count: 30))…”"),
    ])
    func `a fault shows the beginning of the line, safe for a terminal`(text: String, reason: String) {
        let fault = #expect(throws: LineFault.self) { try parse(Array(text.utf8)) }
        #expect(fault?.reason == reason)
    }

    @Test func `bytes that are not UTF-8 are read as Windows-1252`() throws {
        let line = try parse(Array("NOTE;X-A=1:".utf8) + [0x80, 0xFC])
        #expect(line.value == "€ü")
        #expect(line.text == "NOTE;X-A=1:€ü")
    }

    @Test func `a character set and quoted-printable are undone, and their parameters go`() throws {
        let line = try parse(Array("NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=FC=0D=0Ax".utf8))
        #expect(line.text == "NOTE:ü\\nx")
        #expect(line.parameters.isEmpty)
    }
}
