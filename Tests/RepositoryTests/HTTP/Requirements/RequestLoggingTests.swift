import Logging
import Synchronization
import Testing

@testable import Repository

/// Keeps log lines for tests.
private final class CapturedLog: Sendable {
    struct Line: Sendable {
        let text: String
        let metadata: [String: String]
    }

    private struct Handler: LogHandler {
        let log: CapturedLog
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let line = Line(text: "\(event.message)", metadata: all.mapValues { "\($0)" })
            log.kept.withLock { $0.append(line) }
        }
    }

    private let kept = Mutex<[Line]>([])

    /// The lines, in order.
    var lines: [Line] { kept.withLock { $0 } }

    /// A logger that writes here from the level on.
    func logger(_ level: Logger.Level) -> Logger {
        Logger(label: "test") { _ in Handler(log: self, logLevel: level) }
    }
}

@Suite struct RequestLoggingTests {
    private typealias Answer = LoopbackServer.Answer

    /// Requests a page of a server with these answers, and returns the log at this level.
    private func log(
        _ level: Logger.Level = .debug,
        query: String = "?key=k3y",
        answering answers: [Answer]
    ) async throws -> (lines: [CapturedLog.Line], port: Int) {
        let captured = CapturedLog()
        return try await withTransport { _, number in
            answers[min(number, answers.count - 1)]
        } _: { transport, server async throws in
            let settings = APISettings(
                version: "1.4",
                seed: "abc",
                token: "t0ken",
                endpoint: { "http://ada:p4ss@127.0.0.1:\(server.port)/api/\(query)" }
            )
            let retries = RetryPolicy(limit: 3, clock: InstantClock(), random: { 0 }, date: { 0 })
            let api = RandomUserContactAPI(
                settings: settings,
                transport: transport,
                retries: retries,
                log: captured.logger(level)
            )
            _ = try? await api.people(onPage: 1, results: 2, seed: "", unless: nil)
            return (captured.lines, server.port)
        }
    }

    private static let people = #"{"results":[{"nat":"US","email":"ada@example.com"},{"nat":"FR"}]}"#

    @Test func `logging: each attempt has a line with method, host, path, status, time and number`() async throws {
        let start = ContinuousClock.now
        let (lines, port) = try await log(answering: [
            Answer(503, text: "{}"), Answer([], ending: .reset), Answer(text: Self.people),
        ])
        let elapsed = Int((ContinuousClock.now - start) / .milliseconds(1))
        let place = "GET http://127.0.0.1:\(port)/api/1.4/?key=…&results=2&page=1&seed=abc"
        #expect(
            lines.map(\.text) == [
                "\(place) 503, 2 bytes", "\(place) failed: the connection broke off",
                "\(place) 200, \(Self.people.utf8.count) bytes",
            ]
        )
        #expect(lines.map { $0.metadata["attempt"] } == ["1", "2", "3"])
        #expect(try await log(.info, answering: [Answer(text: Self.people)]).lines.isEmpty)
        for line in lines {
            let time = try #require(line.metadata["ms"].flatMap { Int($0) })
            #expect((0...elapsed).contains(time))
        }
    }

    @Test(arguments: [
        "?key=s3cret", "?TOKEN=s3cret", "?a=1&password=s3cret&b=2", "?apikey=s3cret", "?x=s3cret", "?=s3cret",
        "?se%65d2=s3cret", "?secret=%73%33cret",
    ])
    func `logging: values of unknown parameters are hidden`(query: String) async throws {
        let (lines, _) = try await log(.trace, query: query, answering: [Answer(text: Self.people)])
        #expect(!lines.isEmpty)
        for line in lines {
            let told = "\(line.text) \(line.metadata)"
            for secret in ["s3cret", "%73%33cret", "t0ken", "p4ss", "ada", "Bearer"] {
                #expect(!told.contains(secret), "\(told)")
            }
        }
    }

    @Test func `logging: a redirection's target is logged without its secrets`() async throws {
        let (lines, port) = try await log(answering: [
            Answer(302, ["Location: /next?token=s3cret"], body: []), Answer(text: Self.people),
        ])
        #expect(
            lines.map(\.text).last == "GET http://127.0.0.1:\(port)/next?token=… 200, \(Self.people.utf8.count) bytes"
        )
    }
}
