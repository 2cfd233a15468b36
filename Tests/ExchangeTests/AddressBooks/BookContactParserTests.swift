import Repository
import Testing

@testable import Exchange

@Suite struct BookContactParserTests {
    @Test(arguments: [1, 2, 5, 1_000])
    func `lines may end in any way and come in pieces`(pieces: Int) {
        var parser = BookContactParser(MuttAliasReader())
        let text = "alias a A <a@b.c>\r\nalias b B <b@b.c>\ralias c C <c@b.c>\nalias"
        let file = ParsedFile(&parser, Array(text.utf8), pieces: pieces)
        #expect(file.contacts.map(\.name.first) == ["A", "B", "C"])
        #expect(file.problems == ["4: the alias has no address"])
    }

    @Test func `a line that is too long is told, and the next one is read`() {
        var parser = BookContactParser(AbookReader())
        let long = String(repeating: "x", count: BookContactParser<AbookReader>.limit + 1)
        let file = ParsedFile(&parser, Array("[0]\nnotes=\(long)\nname=Ada\n".utf8))
        #expect(file.problems == ["2: the line is larger than 1048576 bytes"])
        #expect(file.contacts.map(\.name.first) == ["Ada"])
    }

    @Test(arguments: ["\n", "x", " x\n", "\\\n", "[0]\n", "alias a b@c,\n"])
    func `the steps grow with the bytes, whatever they are`(worst: String) {
        func steps(_ reader: some BookReader, _ factor: Int) -> Int {
            var parser = BookContactParser(reader)
            let text = String(repeating: worst, count: 4_000 * factor / worst.utf8.count)
            _ = ParsedFile(&parser, Array(text.utf8), pieces: 1_000)
            return parser.steps
        }
        #expect(steps(MuttAliasReader(), 4) <= steps(MuttAliasReader(), 1) * 5)
        #expect(steps(AbookReader(), 4) <= steps(AbookReader(), 1) * 5)
        #expect(steps(LDIFReader(), 4) <= steps(LDIFReader(), 1) * 5)
    }
}
