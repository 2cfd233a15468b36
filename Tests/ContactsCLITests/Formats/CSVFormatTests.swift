import Testing

@testable import ContactsCLI

struct CSVFormatTests {
    private func record(_ values: [String?], isForTerminal: Bool = false) -> String {
        var bytes: [UInt8] = []
        CSVText(isForTerminal: isForTerminal).append(values, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""), ("a\nb", "\"a\nb\""),
        (" a", "\" a\""), ("a ", "\"a \""), ("a b", "a b"), ("é日", "é日"),
    ])
    func `quotation marks surround only values that need them`(value: String, written: String) {
        #expect(record([value]) == written + "\r\n")
    }

    @Test func `a record has its values in order, and nothing for an unknown one`() {
        #expect(record(["a", nil, "", "b"]) == "a,,,b\r\n")
        #expect(record([]) == "\r\n")
    }

    @Test func `on a terminal, control characters are replaced`() {
        #expect(record(["\u{1B}[2J"], isForTerminal: true) == "\u{FFFD}[2J\r\n")
        #expect(record(["\u{1B}[2J"]) == "\u{1B}[2J\r\n")
    }
}
