import Foundation
import Testing

struct ServeCommandTests {
    /// Starts a server, and waits for its URL.
    private func serve(_ options: String..., by contacts: Binary) async throws -> (run: Binary.Run, url: String) {
        let pipe = Pipe()
        let run = try await contacts.start(["serve"] + options, output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        return (run, await pipe.fileHandleForReading.firstLine)
    }

    @Test(arguments: [(SIGINT, 130, nil), (SIGTERM, 143, "s3cret")] as [(Int32, Int, String?)])
    func `serve prints its URL, wants its token and ends by a signal`(signal: Int32, status: Int, token: String?)
        async throws
    {
        let variables = token.map { ["CONTACTS_SERVE_TOKEN": $0] } ?? [:]
        let (served, url) = try await serve(by: Binary(variables: variables))
        #expect(url.hasPrefix("http://127.0.0.1:") && url.hasSuffix("/api/"))
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": url, "CONTACTS_API_RETRY_LIMIT": "0"])
        if token != nil { try await contacts.fail(77, "list") }
        try await contacts.succeed("list", "--limit", "1", variables: ["CONTACTS_API_ACCESS_TOKEN": token ?? ""])
        served.send(signal)
        #expect(Int(try await served.result.status) == status)
    }

    @Test func `a port that is taken is named, and a token on the command line warned of`() async throws {
        let (first, url) = try await serve("--token", "s3cret", by: Binary())
        let port = try #require(URL(string: url)?.port)
        try await Binary().fail(69, "serve", "--port", String(port), output: "", saying: "port \(port)")
        first.send(SIGINT)
        let result = try await first.result
        #expect(result.messages.contains("Set the variable CONTACTS_SERVE_TOKEN instead."))
        #expect(!result.messages.contains("s3cret"))
    }

    @Test func `without libmicrohttpd only what needs the built-in server fails, and names the package`() async throws {
        let contacts = try Binary()
        // A file that is no library hides the system's: the dynamic linker looks here first.
        try contacts.home.write("", to: "libraries/libmicrohttpd.so.12")
        let hidden = ["LD_LIBRARY_PATH": contacts.home.path("libraries")]
        for command in ["serve", "list", "sync"] {
            let package = "Install the Debian package libmicrohttpd12."
            let result = try await contacts.fail(69, command, variables: hidden, output: "", saying: package)
            #expect(result.messages.split(separator: "\n").count == 1, "\(result.messages)")
        }
        try await contacts.succeed("add", "--first-name", "Ada", variables: hidden)
        #expect(try await contacts.succeed("list", "--offline", variables: hidden).lines.count == 1)
    }
}
