import Foundation
import Logging
import Testing

@testable import ContactsCLI

struct RecordLogHandlerTests {
    @Test(arguments: LogLevel.allCases)
    func `each level goes to swift-log and comes back`(level: LogLevel) {
        #expect(LogLevel(level.loggerLevel) == level)
        #expect(LogLevel(Logger.Level.notice) == .info)
    }

    @Test func `a message is a record with all metadata, sorted by key, from its level on`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "log").path
        let sink = try LogSink(file: file, format: .text, now: { Date(timeIntervalSince1970: 0) })
        var logger = Logger(label: "contacts.test") { RecordLogHandler(label: $0, sink: sink, logLevel: .info) }
        logger[metadataKey: "b"] = "1"
        logger.debug("unseen")
        logger.warning("seen", metadata: ["c": "2", "a": "3"])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == "1970-01-01T00:00:00.000Z warning contacts.test: seen a=3 b=1 c=2\n")
    }
}

/// The log of the built program.
struct ProgramLogTests {
    private struct Line: Decodable {
        let time: String
        let level: String
        let label: String
        let message: String
        let details: [String: String]
    }

    @Test func `the log goes to a file as lines of JSON, with sequence numbers`() async throws {
        let contacts = try Binary()
        let file = contacts.home.url.appending(path: "log.jsonl")
        // The first list says that the people are invented.
        try await contacts.succeed("list", "--limit", "1")
        let options = ["--log-file", file.path, "--log-format", "json", "-vv"]
        try await contacts.succeed(["list", "--limit", "1"] + options, messages: "")
        let text = try String(contentsOf: file, encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        let events = lines.filter { $0.label == "contacts.bloc" && $0.message == "event" }
        #expect(!events.isEmpty && events.allSatisfy { $0.details["sequence"] != nil })
        #expect(lines.allSatisfy { $0.level == "debug" || $0.label != "contacts.bloc" })
        #expect(try TemporaryFolder.mode(of: file.path) == 0o600)
    }

    @Test func `nothing personal and no secret is logged above debug`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_ACCESS_TOKEN": "s3cret-token"])
        #expect(try await !contacts.succeed("list", "-v").messages.contains("@example.com"))
        let loud = try await contacts.succeed("list", "--refresh", "-vv", saying: "transition")
        #expect(!loud.messages.contains("s3cret-token"))
    }

    @Test func `a log file that cannot be opened is reported`() async throws {
        let file = "/nowhere/at/all.log"
        try await Binary().fail(73, "list", "--offline", "--log-file", file, saying: file)
    }
}
