import Foundation
import Loopback
import RandomUserServer
import Repository
import RepositoryDoubles
import Testing

@testable import ContactsCLI

struct ServerAnswerTests {
    private static let info = #""info":{"seed":"contacts-dev","results":3,"page":1,"version":"1.4"}"#

    private static func person(_ number: Int, first: String = "Ann") -> String {
        """
        {"name":{"title":"Ms","first":"\(first)","last":"Example"},"email":"a\(number)@example.com",\
        "login":{"uuid":"aaaaaaaa-0000-4000-8000-00000000000\(number)","password":"hunter2"}}
        """
    }

    private func server(_ json: String) throws -> FaultyServer {
        try FaultyServer(before: "") { _ in .answer(200, body: json) }
    }

    private func contacts(_ server: FaultyServer) throws -> Binary {
        try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": server.baseURL, "CONTACTS_API_PAGE_SIZE": "3"])
    }

    @Test(arguments: [["list"], ["sync"]])
    func `an unreadable person is reported by index, the others stored, exit code 2`(arguments: [String]) async throws {
        let server = try server(#"{"results":[\#(Self.person(0)),42,\#(Self.person(2))],\#(Self.info)}"#)
        let contacts = try contacts(server)
        let warning = "contacts: warning: page 1, person 1 (counted from 0): it is a number, not an object\n"
        try await contacts.fail(2, arguments, saying: warning)

        #expect(try await contacts.succeed("list", "--offline").lines.count == 2)
        #expect(!(try Data(contentsOf: contacts.database())).contains(Data("hunter2".utf8)))
        server.stop()
    }

    @Test func `an answer with unexpected information is one warning, exit code 0`() async throws {
        let server = try server(
            #"{"results":[\#(Self.person(0))],"info":{"seed":"other","results":1,"page":1,"version":"1.3"}}"#
        )
        let differences = "results 1, not 3; with seed other, not contacts-dev; with version 1.3, not 1.4."
        let warning = "warning: The server answered with \(differences)"
        #expect(try await contacts(server).succeed("list", said: warning).lines.count == 1)
        server.stop()
    }

    @Test func `control characters from a server never reach a terminal`() async throws {
        let server = try server(
            #"{"results":[\#(Self.person(0, first: #"\u001b[31m\u0007\u202eRed"#))],\#(Self.info)}"#
        )
        let contacts = try contacts(server)
        for format in ["table", "tsv", "json"] {
            let terminal = try PseudoTerminal(columns: 100)
            #expect(try await contacts.start(["list", "--format", format], output: terminal.handle).result.status == 0)
            let text = terminal.text()
            #expect(text.contains("Red"))
            #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}"].contains($0) }, "\(format)")
        }
        #expect(try await contacts.run("list", "--format", "json").output.contains("\\u001b[31m\\u0007\u{202E}Red"))
        server.stop()
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)])
    func `a signal stops a command that is waiting for the server`(signal: Int32, status: Int) async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let server = try FaultyServer(before: "") { _ in
            arrival.yield()
            return .hang
        }
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": server.baseURL])
        let run = try await contacts.start(["sync"])
        for await _ in arrivals { break }
        run.send(signal)
        let result = try await run.result
        #expect(Int(result.status) == status)
        #expect(result.output.isEmpty)
        server.stop()
    }
}

/// Each fault of a server, through the built program with people in its store.
struct ServerFaultTests {
    /// One fault for each exit code and each way that a transfer ends; `EmbeddedServerTests` has all faults.
    @Test(
        arguments: [
            (.hang, 69), (.reset, 69), (.truncate(after: 200), 69), (.answer(500), 69), (.answer(429), 75),
            (.answer(401), 77), (.answer(200, body: #"{"results":[{"nat":"US"},{"na"#), 69),
        ] as [(FaultyServer.Fault, Int)]
    )
    func `stored people are shown despite the fault, and a refresh fails with the right exit code`(
        fault: FaultyServer.Fault,
        status: Int
    ) async throws {
        let contacts = try Binary(variables: [
            "CONTACTS_API_RETRY_LIMIT": "0", "CONTACTS_API_PAGE_SIZE": "5", "CONTACTS_API_SEED": "abc",
            "CONTACTS_CACHE_TTL_SECONDS": "0", "CONTACTS_API_TIMEOUT_SECONDS": "3600",
        ])
        let server = try await EmbeddedServer.start()
        let first = try await contacts.succeed("list", variables: ["CONTACTS_API_ENDPOINT_URL": server.baseURL])
        await server.stop()
        #expect(first.lines.count == 5)

        // The ages of its people are different, so that no answer is 304.
        let sound = try await EmbeddedServer.start(
            options: ServerOptions(now: { Date(timeIntervalSince1970: 4_000_000_000) })
        )
        let faulty = try FaultyServer(before: sound.baseURL) { _ in fault }
        var variables = ["CONTACTS_API_ENDPOINT_URL": faulty.baseURL]
        // Faults that end in the timeout get a short one; the others must never meet it, however slow the machine is.
        switch fault {
        case .hang: variables["CONTACTS_API_TIMEOUT_SECONDS"] = "0.4"
        default: break
        }

        let shown = try await contacts.succeed("list", variables: variables, output: first.output)
        let warning = "contacts: warning: Showing the contacts stored here, "
        #expect(shown.messages.hasPrefix(warning) && shown.messages.contains(" old: "), "\(shown.messages)")
        #expect(shown.messages.split(separator: "\n").count == 1, "\(shown.messages)")
        for arguments in [["list", "--refresh"], ["sync"]] {
            let asked = try await contacts.start(arguments, variables).result
            #expect(Int(asked.status) == status, "\(asked.messages)")
            #expect(asked.output.isEmpty)
            #expect(asked.messages.split(separator: "\n").count == 1, "\(asked.messages)")
        }
        #expect(try await contacts.run("list", "--offline", variables: variables).output == first.output)
        faulty.stop()
        await sound.stop()
    }
}

struct FailureTests {
    @Test(arguments: [
        (RepositoryError.Code.notFound, 1), (.ambiguous, 64), (.invalidInput, 64), (.invalidConfiguration, 78),
        (.network, 69), (.server, 69), (.rateLimited, 75), (.unauthorized, 77), (.unreadableDatabase, 65),
        (.databaseBusy, 75), (.cannotCreate, 73), (.inputOutput, 74), (.internal, 70),
    ])
    func `each failure of the data layer has its exit code`(code: RepositoryError.Code, status: Int) {
        let failure = Failure(RepositoryError(code, "What happened."))
        #expect(Int(failure.status.rawValue) == status)
        #expect(failure.message == "What happened.")
    }

    @Test func `an unexpected error is a defect, told without its contents`() {
        struct Surprise: Error { let secret = "hunter2" }
        let failure = Failure(Surprise())
        #expect(failure.status == .defect)
        #expect(!failure.message.contains("hunter2"))
    }
}
