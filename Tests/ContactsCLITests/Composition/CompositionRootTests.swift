import Foundation
import Loopback
import Synchronization
import Testing

@testable import ContactsCLI

/// The program's HTTP client, with a server outside the program.
struct CompositionRootTests {
    private static let page = #"{"results":[{"nat":"GB","name":{"first":"Ada","last":"Lovelace"}}]}"#

    private func variables(port: Int, _ more: [String: String] = [:]) -> [String: String] {
        more.merging([
            "CONTACTS_API_ENDPOINT_URL": "https://localhost:\(port)/", "CONTACTS_API_RETRY_LIMIT": "0",
            "CONTACTS_API_PAGE_SIZE": "1",
        ]) { first, _ in first }
    }

    @Test func `an authority is trusted when an option, a variable or SSL_CERT_FILE names its file`() async throws {
        try await TLSServer.answering(Self.page) { server, port, file async throws in
            let refused = try await Binary(variables: variables(port: port)).run("list", "--refresh")
            #expect(refused.status == 69)
            #expect(refused.messages.contains("certificate"), "\(refused.messages)")
            #expect(server.heads.isEmpty)

            let byOption = try await Binary(variables: variables(port: port)).run("list", "--cacert", file)
            #expect(byOption.output.contains("Lovelace"), "\(byOption.messages)")
            for name in ["CONTACTS_API_CA_FILE", "SSL_CERT_FILE"] {
                let byVariable = try await Binary(variables: variables(port: port, [name: file])).run("list")
                #expect(byVariable.output.contains("Lovelace"), "\(byVariable.messages)")
            }
            #expect(server.heads.first?.contains("\r\nUser-Agent: Contacts-DEV/0.1.0\r\n") == true)
        }
    }

    @Test func `a missing file of authorities is one clear message`() async throws {
        let result = try await Binary().run("list", "--cacert", "/none.pem")
        #expect(result.status == 78)
        #expect(result.messages == "contacts: API_CA_FILE is '/none.pem' (--cacert): there is no such file.\n")
        try await TLSServer.answering { _, port, _ async throws in
            let contacts = try Binary(variables: variables(port: port, ["SSL_CERT_FILE": "/none.pem"]))
            let result = try await contacts.run("list")
            #expect(result.status == 78)
            #expect(result.messages.contains("“/none.pem” cannot be read"), "\(result.messages)")
        }
    }

    #if os(Linux)
    @Test func `without libcurl the network fails with the package to install, and other commands work`() async throws {
        let contacts = try Binary()
        // The system's linker takes these files for the library and cannot load them.
        for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
            try contacts.home.write("none", to: name)
        }
        let without = ["LD_LIBRARY_PATH": contacts.home.url.path]
        try await contacts.succeed("add", "--first-name", "Ada", "--last-name", "Lovelace", variables: without)
        let listed = try await contacts.run("list", "--offline", variables: without)
        #expect(listed.output.contains("Lovelace"), "\(listed.messages)")
        let refreshed = try await contacts.run("--book", "people", "list", "--refresh", variables: without)
        #expect(refreshed.status == 69)
        #expect(refreshed.messages.contains("install the package libcurl4"), "\(refreshed.messages)")
        #expect(refreshed.messages.split(separator: "\n").count == 1)
    }
    #endif
}

@Suite(.timeLimit(.minutes(10)))
struct LazyResourceTests {
    struct Broken: Error {}

    @Test func `a resource is made on first use, once for all tasks`() async throws {
        let count = Mutex(0)
        let resource = LazyResource {
            count.withLock { count in
                count += 1
                return count
            }
        }
        #expect(await resource.valueIfMade() == nil)
        #expect(count.withLock { $0 } == 0)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await resource.value() } }
            for try await value in group { #expect(value == 1) }
        }
        #expect(await resource.valueIfMade() == 1)
    }

    @Test func `a resource that could not be made stays so`() async {
        let resource = LazyResource<Int> { throw Broken() }
        for _ in 0..<2 {
            await #expect(throws: Broken.self) { try await resource.value() }
        }
        #expect(await resource.valueIfMade() == nil)
    }
}
