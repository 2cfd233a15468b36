import InMemoryLogging
import Logging
import Testing

@testable import Repository

@Suite struct RequestLoggingTests {
    private typealias Answer = LoopbackServer.Answer

    /// Requests a page of a server with these answers, and returns the log at this level.
    private func log(
        _ level: Logger.Level = .debug,
        query: String = "?key=k3y",
        answering answers: [Answer]
    ) async throws -> (lines: [InMemoryLogHandler.Entry], port: Int) {
        var handler = InMemoryLogHandler()
        handler.logLevel = level
        let log = Logger(label: "test") { [handler] _ in handler }
        return try await withTransport { _, number in
            answers[min(number, answers.count - 1)]
        } _: { transport, server async throws in
            let url = "http://ada:p4ss@127.0.0.1:\(server.port)/api/\(query)"
            let api = RandomUserContactAPI(at: url, transport, token: "t0ken", log: log)
            _ = try? await api.people(onPage: 1, results: 2, seed: "", unless: nil)
            return (handler.entries, server.port)
        }
    }

    private static let people = #"{"results":[{"nat":"US","email":"ada@example.com"},{"nat":"FR"}]}"#

    @Test func `each attempt has a line with method, host, path, status, time and number`() async throws {
        let start = ContinuousClock.now
        let (lines, port) = try await log(answering: [
            Answer(503, text: "{}"), Answer([], ending: .reset), Answer(text: Self.people),
        ])
        let elapsed = Int((ContinuousClock.now - start) / .milliseconds(1))
        let place = "GET http://127.0.0.1:\(port)/api/1.4/?key=…&results=2&page=1&seed=abc"
        let ends = ["503, 2 bytes", "failed: the connection broke off", "200, \(Self.people.utf8.count) bytes"]
        #expect(lines.map(\.message.description) == ends.map { "\(place) \($0)" })
        #expect(lines.map { $0.metadata["attempt"]?.description } == ["1", "2", "3"])
        #expect(try await log(.info, answering: [Answer(text: Self.people)]).lines.isEmpty)
        for line in lines {
            let time = try #require(line.metadata["ms"].flatMap { Int($0.description) })
            #expect((0...elapsed).contains(time))
        }
    }

    @Test(arguments: [
        "?key=s3cret", "?TOKEN=s3cret", "?a=1&password=s3cret&b=2", "?apikey=s3cret", "?x=s3cret", "?=s3cret",
        "?se%65d2=s3cret", "?secret=%73%33cret",
    ])
    func `values of unknown parameters are hidden`(query: String) async throws {
        let (lines, _) = try await log(.trace, query: query, answering: [Answer(text: Self.people)])
        #expect(!lines.isEmpty)
        for line in lines {
            let told = "\(line.message) \(line.metadata)"
            for secret in ["s3cret", "%73%33cret", "t0ken", "p4ss", "ada", "Bearer"] {
                #expect(!told.contains(secret), "\(told)")
            }
        }
    }

    @Test func `a redirection's target is logged without its secrets`() async throws {
        let (lines, port) = try await log(answering: [
            Answer(302, ["Location: /next?token=s3cret"], body: []), Answer(text: Self.people),
        ])
        let last = "GET http://127.0.0.1:\(port)/next?token=… 200, \(Self.people.utf8.count) bytes"
        #expect(lines.last?.message.description == last)
    }
}
