import Testing

@testable import Exchange

@Suite struct CSVRecordsTests {
    /// All records and faults of the text when it comes in chunks of that size.
    private func read(_ bytes: [UInt8], chunk: Int) -> (records: [CSVRecords.Record], faults: [CSVRecords.Fault]) {
        var reader = CSVRecords()
        var records: [CSVRecords.Record] = []
        var faults: [CSVRecords.Fault] = []
        func take() {
            while true {
                do throws(CSVRecords.Fault) {
                    guard let record = try reader.next() else { return }
                    records.append(record)
                } catch {
                    faults.append(error)
                }
            }
        }
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            reader.append(Array(bytes[start..<min(start + chunk, bytes.count)]))
            take()
        }
        reader.finish()
        take()
        return (records, faults)
    }

    private func fields(_ text: String, chunk: Int = 3) -> [[String]] {
        read(Array(text.utf8), chunk: chunk).records.map(\.fields)
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func `records are the same whatever the chunks are`(chunk: Int) {
        let text = "\u{FEFF}a,\"b \"\"c\"\", d\"\r\n\r\n\"two\nlines\",x\n,\nlast,"
        let found = read(Array(text.utf8), chunk: chunk)
        #expect(found.records.map(\.fields) == [["a", "b \"c\", d"], ["two\nlines", "x"], ["last", ""]])
        #expect(found.records.map(\.line) == [1, 3, 6])
        #expect(found.faults.isEmpty)
    }

    @Test(arguments: [("a;b\n1,2;3\n", ";"), ("a\tb\n1,2\t3\n", "tab"), ("a,b;c,d\n1,2;3\n", "comma")])
    func `the separator is the most frequent one of the first line`(text: String, separator: String) {
        let expected: [[String]] =
            switch separator {
            case "comma": [["a", "b;c", "d"], ["1", "2;3"]]
            default: [["a", "b"], ["1,2", "3"]]
            }
        #expect(fields(text) == expected)
    }

    @Test func `a separator in quotation marks does not count`() {
        #expect(fields("\"a,b,c\";d\n1;2\n") == [["a,b,c", "d"], ["1", "2"]])
    }

    @Test func `a quotation that is not closed is a fault with the line it begins on`() {
        let found = read(Array("a,b\n1,\"2\n3\n".utf8), chunk: 4)
        #expect(found.records.map(\.fields) == [["a", "b"]])
        #expect(found.faults == [CSVRecords.Fault(line: 2, reason: "the line opens a quote that nothing closes")])
    }

    @Test func `a record that is not UTF-8 is a fault, and the next one is read`() {
        let found = read(Array("a\n".utf8) + [0xFF, 0x0A] + Array("b\n".utf8), chunk: 2)
        #expect(found.records.map(\.fields) == [["a"], ["b"]])
        #expect(found.faults == [CSVRecords.Fault(line: 2, reason: "the line is not UTF-8")])
    }
}
