import Foundation
import Logging
import Testing

@testable import ContactsCLI

struct RecordLogHandlerTests {
    @Test(arguments: LogLevel.allCases)
    func `each level goes to swift-log and comes back`(level: LogLevel) {
        #expect(LogLevel(level.loggerLevel) == level)
    }

    @Test func `a notice of a library is information`() {
        #expect(LogLevel(Logger.Level.notice) == .info)
    }

    @Test func `a message is a record with all metadata, sorted by key, from its level on`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "log").path
        let sink = try LogSink(file: file, format: .text, now: { Date(timeIntervalSince1970: 0) })
        var logger = Logger(label: "contacts.test") { RecordLogHandler(label: $0, level: .info, sink: sink) }
        logger[metadataKey: "b"] = "1"
        logger.debug("unseen")
        logger.warning("seen", metadata: ["c": "2", "a": "3"])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == "1970-01-01T00:00:00.000Z warning contacts.test: seen a=3 b=1 c=2\n")
    }
}
