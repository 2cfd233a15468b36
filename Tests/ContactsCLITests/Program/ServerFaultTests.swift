import Foundation
import RandomUserServer
import Testing

/// Each fault of a server, through the built program with people in its store.
@Suite(.timeLimit(.minutes(20)))
struct ServerFaultTests {
    @Test(arguments: [
        ("hang", 69), ("drip=1", 69), ("reset", 69), ("reset-body=200", 69), ("truncate=200", 69),
        ("wrong-length=500", 69), ("wrong-length=-500", 69), ("status=500", 69), ("status=404", 69),
        ("status=429", 75), ("status=429,3600", 75), ("status=401", 77), ("status=403", 77),
        ("html-error=502", 69), ("malformed-json", 69), ("empty", 69), ("oversize=17000000", 69),
        ("oversize-stream=17000000", 69), ("redirect-loop", 69), ("redirect=6", 69), ("gzip-bomb=20000000", 69),
    ])
    func `stored people are shown despite the fault, and a refresh fails with the right exit code`(
        fault: String,
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

        // Its people are different, so that no answer is 304.
        let faulty = try await EmbeddedServer.start(
            options: ServerOptions(scripts: [.cyrillic], faults: [ServerFaultRule(parsing: fault)])
        )
        var variables = ["CONTACTS_API_ENDPOINT_URL": faulty.baseURL]
        // Faults that end in the timeout get a short one; the others must never meet it, however slow the machine is.
        if ["hang", "drip=1"].contains(fault) { variables["CONTACTS_API_TIMEOUT_SECONDS"] = "0.4" }

        let shown = try await contacts.run("list", variables: variables)
        #expect(shown.status == 0, "\(shown.messages)")
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
        await faulty.stop()
    }
}
