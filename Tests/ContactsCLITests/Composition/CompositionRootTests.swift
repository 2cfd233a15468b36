import BookSyncDoubles
import Foundation
import Loopback
import Repository
import Testing

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
            let contacts = try Binary(variables: variables(port: port))
            try await contacts.fail(69, "list", "--refresh", saying: "certificate")
            #expect(server.heads.isEmpty)

            let byOption = try await Binary(variables: variables(port: port)).run("list", "--cacert", file)
            #expect(byOption.output.contains("Lovelace"), "\(byOption.messages)")
            for name in ["CONTACTS_API_CA_FILE", "SSL_CERT_FILE"] {
                let byName = variables(port: port, [name: file, "CONTACTS_APP_NAME": "Adas Büro/1 (x)"])
                let byVariable = try await Binary(variables: byName).run("list")
                #expect(byVariable.output.contains("Lovelace"), "\(byVariable.messages)")
            }
            #expect(server.heads.first?.contains("\r\nUser-Agent: Contacts-DEV/0.1.0\r\n") == true)
            #expect(server.heads.last?.contains("\r\nUser-Agent: Adas-B-ro-1--x-/0.1.0\r\n") == true)
        }
    }

    @Test func `a missing file of authorities is one clear message`() async throws {
        let missing = "API_CA_FILE is '/none.pem' (--cacert): the file doesn't exist."
        try await Binary().fail(78, "list", "--cacert", "/none.pem", said: missing)
        try await TLSServer.answering { _, port, _ async throws in
            let contacts = try Binary(variables: variables(port: port, ["SSL_CERT_FILE": "/none.pem"]))
            try await contacts.fail(78, "list", saying: "“/none.pem” cannot be read")
        }
    }

    #if os(Linux)
    @Test func `without libcurl the network fails with the package to install, and other commands work`() async throws {
        let contacts = try Binary()
        // The system's linker takes these files for the library and cannot load them.
        for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { try contacts.home.write("none", to: name) }
        let without = ["LD_LIBRARY_PATH": contacts.home.url.path]
        try await contacts.succeed("add", "--first-name", "Ada", "--last-name", "Lovelace", variables: without)
        let listed = try await contacts.run("list", "--offline", variables: without)
        #expect(listed.output.contains("Lovelace"), "\(listed.messages)")
        let list = ["--book", "people", "list", "--refresh"]
        let refreshed = try await contacts.fail(69, list, variables: without, saying: "install the package libcurl4")
        #expect(refreshed.messages.split(separator: "\n").count == 1)
    }
    #endif
}

/// What the program's requests to a CardDAV server go through.
struct BookSourcesTests {
    /// Address books without contacts, as the answer to every question.
    private static func answer(_ books: [(path: String, name: String)], end: String = "") -> String {
        let items = books.map { String.item($0.path, .bookKind + "<displayname>\($0.name)</displayname>") }
        let body = HTTPResponse.multistatus(items + [end]).body
        let head = "HTTP/1.1 207 Multi-Status\r\nContent-Length: \(body.count)\r\n\r\n"
        return head + String(decoding: body, as: UTF8.self)
    }

    @Test func `a server's authority is the one of the settings, and no proxy is before this machine`() async throws {
        let answer = Self.answer([("/dav/", "Friends")], end: "<sync-token>t</sync-token>")
        try await TLSServer.answering(answer) { server, port, file async throws in
            let unserved = try UnservedPort()
            defer { unserved.giveBack() }
            let contacts = try Binary(variables: [
                "CONTACTS_SOURCE_PASSWORD": "geheim", "https_proxy": unserved.url, "http_proxy": unserved.url,
            ])
            let address = "https://localhost:\(port)/dav/"
            try await contacts.succeed("book", "add", "work", "--carddav", address, "--user", "ada")
            let refused = try await contacts.run("--book", "work", "sync")
            #expect(refused.status != 0 && refused.messages.contains("certificate"), "\(refused.messages)")
            #expect(server.heads.isEmpty)
            try await contacts.succeed("--book", "work", "sync", "--cacert", file)
            #expect(server.heads.contains { $0.hasPrefix("PROPFIND /dav/ ") && $0.contains("Authorization: Basic ") })
        }
    }

    @Test func `of several address books of an account the user chooses one, and it is kept`() async throws {
        let answer = Self.answer([("/dav/one/", "Book one"), ("/dav/two/", "Book two")])
        try await TLSServer.answering(answer) { _, port, file async throws in
            let contacts = try Binary(variables: ["CONTACTS_SOURCE_PASSWORD": "geheim"])
            let address = "https://localhost:\(port)/"
            try await contacts.succeed("book", "add", "work", "--carddav", address, "--user", "ada")
            let sync = ["--book", "work", "sync", "--cacert", file]
            try await contacts.fail(64, sync, saying: "\(address)dav/two/")
            try await contacts.type("2\n", to: sync, showing: "2  Book two  \(address)dav/two/")
            let shown = try await contacts.run("book", "show", "work", "--format", "json")
            #expect(shown.output.contains("\"collection\":\"\(address)dav/two/\""), "\(shown.output)")
        }
    }

    @Test func `a server elsewhere is reached through the proxy of the environment`() async throws {
        let contacts = try Binary(variables: [
            "CONTACTS_SOURCE_PASSWORD": "geheim", "https_proxy": "http://127.0.0.1:99999",
        ])
        try await contacts.succeed("book", "add", "work", "--carddav", "https://dav.invalid/ada/", "--user", "ada")
        let result = try await contacts.fail(65, "--book", "work", "sync", saying: "the proxy in https_proxy")
        #expect(!result.messages.contains("geheim"))
    }
}
