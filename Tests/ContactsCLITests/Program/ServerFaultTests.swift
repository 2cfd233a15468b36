import Foundation
import Loopback
import RandomUserServer
import Testing

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
        let first = try await contacts.run("list", variables: ["CONTACTS_API_ENDPOINT_URL": server.baseURL])
        await server.stop()
        #expect(first.status == 0, "\(first.messages)")
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

        let shown = try await contacts.succeed("list", variables: variables)
        #expect(shown.output == first.output)
        #expect(shown.messages.hasPrefix("contacts: warning: "), "\(shown.messages)")
        #expect(shown.messages.split(separator: "\n").count == 1, "\(shown.messages)")
        for arguments in [["list", "--refresh"], ["sync"]] {
            let asked = try await contacts.start(arguments, variables).result
            #expect(Int(asked.status) == status, "\(asked.messages)")
            #expect(asked.output.isEmpty)
            #expect(asked.messages.split(separator: "\n").count == 1, "\(asked.messages)")
        }
        let offline = try await contacts.run("list", "--offline", variables: variables)
        #expect(offline.output == first.output)
        faulty.stop()
        await sound.stop()
    }
}
