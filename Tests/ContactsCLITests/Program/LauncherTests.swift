import Foundation
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct LauncherTests {
    /// Runs a command line that needs no contacts in this process.
    private func run(
        _ arguments: String...,
        environment: [String: String] = [:]
    ) async throws -> (status: ContactsCLI.ExitStatus, output: String, messages: String) {
        let folder = try TemporaryFolder()
        let files = ["output", "messages"].map { folder.url.appending(path: $0).path }
        let output = try Descriptor.appending(to: files[0])
        let messages = try Descriptor.appending(to: files[1])
        defer {
            output.close()
            messages.close()
        }
        let variables = environment.merging(["HOME": folder.url.path]) { $1 }
        let launcher = Launcher(environment: variables, output: output, messages: messages)
        let status = await launcher.run(arguments)
        return (
            status, try String(contentsOfFile: files[0], encoding: .utf8),
            try String(contentsOfFile: files[1], encoding: .utf8)
        )
    }

    @Test func `a command prints its result and ends with its status`() async throws {
        let result = try await run("config", "get", "api_page_size", environment: ["CONTACTS_API_PAGE_SIZE": "7"])
        #expect(result.status == .success)
        #expect(result.output == "7\n")
        #expect(result.messages.isEmpty)
    }

    @Test func `requested help is a result, and a complaint is a message`() async throws {
        let help = try await run("config", "-h")
        #expect(help.status == .success)
        #expect(help.output.contains("USAGE: contacts config") && help.messages.isEmpty)
        let family = try await run("config")
        #expect(family.status == .usage)
        #expect(family.output.isEmpty && family.messages.contains("USAGE: contacts config"))
        let unknown = try await run("confg")
        #expect(unknown.status == .usage)
        #expect(unknown.messages.contains("Did you mean “contacts config”?"))
        // These are parsed without the other commands, but complain as all do.
        for command in ["browse", "pick"] {
            let wrong = try await run(command, "--nonsense")
            #expect(wrong.status == .usage)
            #expect(wrong.messages.contains("contacts \(command) "), "\(wrong.messages)")
            #expect(try await run(command, "-h").output.contains("USAGE: contacts \(command) "))
        }
    }

    @Test func `a failure has a message and a status, as JSON if that was asked for`() async throws {
        let failure = try await run("config", "show", "--env", "MARS")
        #expect(failure.status == .configuration)
        #expect(failure.messages.hasPrefix("contacts: ENVIRONMENT is 'MARS'"))
        let json = try await run("config", "show", "--env", "MARS", "--json")
        #expect(json.messages.hasPrefix(#"{"error":{"code":"configuration","status":78,"message":"ENVIRONMENT is"#))
        let usage = try await run("config", "get", "--json=a")
        #expect(usage.status == .usage)
        #expect(usage.messages.hasPrefix(#"{"error":{"code":"usage","status":64,"#))
    }
}
