import Foundation
import Testing

@testable import ContactsCLI

@Suite struct LogFormatTests {
    private let record = LogRecord(
        level: .fatal,
        label: "contacts.api",
        message: "a \"quote\"\nand a line",
        details: [("bloc", "ListBloc#1"), ("sequence", "3")]
    )
    private let time = Date(timeIntervalSince1970: 1_000_000_000.25)

    @Test func `text names the level, the label, the message and the details`() {
        let line = "fatal contacts.api: a \"quote\"\nand a line bloc=ListBloc#1 sequence=3"
        #expect(LogFormat.text.line(record, at: nil) == line)
        #expect(LogFormat.text.line(record, at: time) == "2001-09-09T01:46:40.250Z " + line)
    }

    @Test func `json is one line with the same`() {
        #expect(
            LogFormat.json.line(record, at: time)
                == #"{"time":"2001-09-09T01:46:40.250Z","level":"fatal","label":"contacts.api","message":"a \"quote\"\nand a line","details":{"bloc":"ListBloc#1","sequence":"3"}}"#
        )
    }
}
