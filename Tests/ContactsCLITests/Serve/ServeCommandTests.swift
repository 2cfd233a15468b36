import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ServeCommandTests {
    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)])
    func `serve prints its URL first, serves, and ends by a signal`(signal: Int32, status: Int) async throws {
        let pipe = Pipe()
        let served = try await Binary().start(["serve"], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        let line = await pipe.fileHandleForReading.firstLine
        #expect(line.hasPrefix("http://127.0.0.1:"))
        #expect(line.hasSuffix("/api/"))

        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": line])
        let listed = try await contacts.run("list", "--limit", "1")
        #expect(listed.status == 0, "\(listed.messages)")

        served.send(signal)
        #expect(Int(try await served.result.status) == status)
    }

    @Test func `a port that is taken is named in the message`() async throws {
        let pipe = Pipe()
        let first = try await Binary().start(["serve"], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        let url = await pipe.fileHandleForReading.firstLine
        let port = try #require(URL(string: url)?.port)
        let second = try await Binary().run("serve", "--port", String(port))
        first.send(SIGINT)
        _ = try await first.result
        #expect(second.status == 69)
        #expect(second.output.isEmpty)
        #expect(second.messages.contains("port \(port)"))
    }

    @Test func `a token can be given by a variable, which other users cannot see`() async throws {
        let pipe = Pipe()
        let contacts = try Binary(variables: ["CONTACTS_SERVE_TOKEN": "s3cret"])
        let served = try await contacts.start(["serve"], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        let url = await pipe.fileHandleForReading.firstLine
        let other = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": url, "CONTACTS_API_RETRY_LIMIT": "0"])
        #expect(try await other.run("list").status == 77)
        let known = try await other.run("list", variables: ["CONTACTS_API_ACCESS_TOKEN": "s3cret"])
        #expect(known.status == 0, "\(known.messages)")
        served.send(SIGINT)
        #expect(try await served.result.status == 130)
    }

    @Test func `a token on the command line is warned of`() async throws {
        let pipe = Pipe()
        let served = try await Binary().start(["serve", "--token", "s3cret"], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        _ = await pipe.fileHandleForReading.firstLine
        served.send(SIGINT)
        let result = try await served.result
        #expect(result.messages.contains("Set the variable CONTACTS_SERVE_TOKEN instead."))
        #expect(!result.messages.contains("s3cret"))
    }

    @Test func `without libmicrohttpd only what needs the built-in server fails, and names the package`() async throws {
        let contacts = try Binary()
        // A file that is no library hides the system's: the dynamic linker looks here first.
        let folder = contacts.home.url.appending(path: "libraries")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "libmicrohttpd.so.12"))
        let hidden = ["LD_LIBRARY_PATH": folder.path]
        for command in ["serve", "list", "sync"] {
            let result = try await contacts.run(command, variables: hidden)
            #expect(result.status == 69, "\(command): \(result.messages)")
            #expect(result.output.isEmpty)
            #expect(result.messages.contains("Install the Debian package libmicrohttpd12."), "\(result.messages)")
            #expect(result.messages.split(separator: "\n").count == 1, "\(result.messages)")
        }
        let added = try await contacts.run("add", "--first-name", "Ada", variables: hidden)
        #expect(added.status == 0, "\(added.messages)")
        let listed = try await contacts.run("list", "--offline", variables: hidden)
        #expect(listed.status == 0, "\(listed.messages)")
        #expect(listed.lines.count == 1)
    }

    @Test(arguments: [
        ["serve", "--port", "-1"], ["serve", "--port", "65536"], ["serve", "--token", ""], ["serve", "--budget", "-1"],
    ])
    func `options that make no sense are exit code 64`(arguments: [String]) async throws {
        #expect(try await Binary().start(arguments).result.status == 64)
    }
}
