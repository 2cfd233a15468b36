import Bloc
import Foundation
import Logging
import RandomUserServer
import Testing

@testable import ContactsCLI

/// The log of the built program.
@Suite(.timeLimit(.minutes(20)))
struct BlocLogObserverTests {
    private struct Line: Decodable {
        let level: String
        let label: String
        let message: String
        let details: [String: String]
    }

    @Test func `the log goes to a file as lines of JSON, with sequence numbers`() async throws {
        let contacts = try Binary(variables: [:])
        let file = contacts.home.url.appending(path: "log.jsonl")
        let result = try await contacts.run(
            "list",
            "--limit",
            "1",
            "--log-file",
            file.path,
            "--log-format",
            "json",
            "-vv"
        )
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.messages == "")
        let text = try String(contentsOf: file, encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        let events = lines.filter { $0.label == "contacts.bloc" && $0.message == "event" }
        #expect(!events.isEmpty && events.allSatisfy { $0.details["sequence"] != nil })
        #expect(lines.allSatisfy { $0.level == "debug" || $0.label != "contacts.bloc" })
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `an event that a handler adds is logged with the event that caused it`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "log.jsonl")
        let sink = try LogSink(file: file.path, format: .json)
        let log = Logger(label: "contacts.bloc") { RecordLogHandler(label: $0, level: .debug, sink: sink) }
        await withBlocObserver(BlocLogObserver(log: log)) {
            let countdown = CountdownBloc()
            countdown.add(1)
            await countdown.close()
        }
        let text = try String(contentsOf: file, encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        let events = lines.filter { $0.message == "event" }
        #expect(events.map { $0.details["event"] } == ["1", "0"])
        #expect(events.first?.details["cause"] == nil)
        #expect(events.last?.details["cause"]?.hasPrefix("CountdownBloc(countdown)#") == true)
    }

    @Test func `nothing personal and no secret is logged above debug`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_ACCESS_TOKEN": "s3cret-token"])
        let quiet = try await contacts.run("list", "-v")
        #expect(quiet.status == 0, "\(quiet.messages)")
        #expect(!quiet.messages.contains("@example.com"))
        let loud = try await contacts.run("list", "--refresh", "-vv")
        #expect(!loud.messages.contains("s3cret-token"))
        #expect(loud.messages.contains("transition"))
    }

    @Test func `a log file that cannot be opened is reported`() async throws {
        let contacts = try Binary(variables: [:])
        let result = try await contacts.run("list", "--offline", "--log-file", "/nowhere/at/all.log")
        #expect(result.status == 73)
        #expect(result.messages.contains("/nowhere/at/all.log"))
    }
}

private final class CountdownBloc: Bloc {
    typealias Event = Int
    typealias State = Int
    let runtime: BlocRuntime<CountdownBloc>

    init() {
        runtime = BlocRuntime(initialState: 3, name: "countdown") { bloc in
            bloc.on { event, emit in
                emit(event)
                if event > 0 { emit.add(event - 1) }
            }
        }
    }
}
