import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ConfigCommandsTests {
    private func write(_ text: String, to name: String, in contacts: Binary) throws -> String {
        let url = contacts.home.url.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    @Test func `config get prints one value, whatever the case of the key`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_ACCESS_TOKEN": "open-sesame"])
        let result = try await contacts.run("config", "get", "api_page_size")
        #expect(result.status == 0)
        #expect(result.output == "50\n")
        #expect(try await contacts.run("config", "get", "API_ACCESS_TOKEN").output == "<redacted>\n")
        #expect(try await contacts.run("config", "get", "API_SEED").output == "contacts-dev\n")
    }

    @Test func `config get of an unknown key is exit code 64 and names the nearest`() async throws {
        let result = try await Binary().run("config", "get", "API_PAGE")
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.messages.contains("There is no setting 'API_PAGE'. Did you mean API_PAGE_SIZE?"))
    }

    @Test func `config path prints where the local file belongs and creates nothing`() async throws {
        let contacts = try Binary()
        let expected = "\(contacts.home.url.path)/.config/contacts/Local.xcconfig\n"
        #expect(try await contacts.run("config", "path").output == expected)
        #expect(
            try await contacts.run("config", "path", variables: ["XDG_CONFIG_HOME": "/c"]).output
                == "/c/contacts/Local.xcconfig\n"
        )
        #expect(try await contacts.run("config", "path", variables: ["HOME": ""]).status == 78)
        #expect(try FileManager.default.contentsOfDirectory(atPath: contacts.home.url.path) == [])
    }

    @Test func `the local file is read, and its token is never shown`() async throws {
        let contacts = try Binary()
        let path = try write(
            "LOG_LEVEL = debug\nAPI_ACCESS_TOKEN = open-sesame\n",
            to: ".config/contacts/Local.xcconfig",
            in: contacts
        )
        let result = try await contacts.run("config", "show", "--origin")
        #expect(result.output.contains("LOG_LEVEL = debug  (\(path):1)"))
        #expect(result.output.contains("API_ACCESS_TOKEN = <redacted>  (\(path):2)"))
        #expect(!(result.output + result.messages).contains("open-sesame"))
    }

    @Test func `config check finds everything, and ends with 78 only for errors`() async throws {
        let contacts = try Binary()
        #expect(try await contacts.run("config", "check").status == 0)

        let doubtful = try write("API_PAGE_SISE = 7\n", to: "doubtful.xcconfig", in: contacts)
        var result = try await contacts.run("config", "check", doubtful)
        #expect(result.status == 0)
        #expect(
            result.output
                == "warning: \(doubtful):1: Nothing reads the key “API_PAGE_SISE”. Did you mean API_PAGE_SIZE?\n"
        )

        let wrong = try write("API_PAGE_SIZE = 0\nLOG_LEVEL = loud\n", to: "wrong.xcconfig", in: contacts)
        result = try await contacts.run("config", "check", wrong)
        #expect(result.status == 78)
        #expect(result.lines.count == 2)
        #expect(try await contacts.run("config", "check", wrong + "x").status == 66)
    }

    @Test(arguments: [
        ("API_PAGE_SIZE = 7\nthis is nothing\n", ":2:6: "), ("#include \"missing.xcconfig\"\n", "missing.xcconfig"),
        ("API_PAGE_SIZE = 0\n", ":1): it must be"),
    ])
    func `a command does nothing with a settings file that has errors`(text: String, problem: String) async throws {
        let contacts = try Binary()
        let path = try write(text, to: "wrong.xcconfig", in: contacts)
        let result = try await contacts.run("add", "--first-name", "Ada", "--config", path)
        #expect(result.status == 78, "\(result.messages)")
        #expect(result.messages.contains(path) && result.messages.contains(problem), "\(result.messages)")
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
    }

    @Test func `a settings file in the working folder is not read unless it is named`() async throws {
        let contacts = try Binary()
        _ = try write("API_PAGE_SIZE = 7\n", to: "DEV.xcconfig", in: contacts)
        _ = try write("API_PAGE_SIZE = 8\n", to: "Local.xcconfig", in: contacts)
        let home = contacts.home.url.path
        let command = "cd '\(home)' && \"$contacts\" config get API_PAGE_SIZE"
        #expect(try await contacts.shell(command).output == "50\n")
        #expect(try await contacts.shell(command + " --config DEV.xcconfig").output == "7\n")
    }

    @Test func `config resolve prints JSON with values, lists and diagnostics`() async throws {
        let contacts = try Binary()
        let file = try write(
            "#include \"sub/more\"\nA = $(B) \"c d\"\nB[config=Debug] = x\n",
            to: "main.xcconfig",
            in: contacts
        )
        _ = try write("C = ${A}\n", to: "sub/more.xcconfig", in: contacts)
        let result = try await contacts.run([
            "config", "resolve", file, "--condition", "config=Debug", "--format", "json",
        ])
        #expect(result.status == 0)
        let object = try result.object
        #expect(object["values"] as? [String: String] == ["A": "x \"c d\"", "B": "x", "C": "x \"c d\""])
        #expect(object["lists"] as? [String: [String]] == ["A": ["x", "c d"], "B": ["x"], "C": ["x", "c d"]])
        let diagnostics = try #require(object["diagnostics"] as? [[String: Any]])
        #expect(diagnostics.map { $0["file"] as? String } == ["sub/more.xcconfig"])
        #expect(diagnostics.first?["severity"] as? String == "warning")
        #expect(diagnostics.first?["line"] as? Int == 1)
        #expect(diagnostics.first?["column"] as? Int == 5)
    }

    @Test func `config resolve ends with 78 for an error and prints the rest all the same`() async throws {
        let contacts = try Binary()
        let file = try write("A = 1\n?\n", to: "main.xcconfig", in: contacts)
        let result = try await contacts.run("config", "resolve", file)
        #expect(result.status == 78)
        #expect(result.output.contains("\"A\":\"1\""))
        #expect(try await contacts.run("config", "resolve", file + "x").status == 66)
        #expect(try await contacts.run("config", "resolve", "/dev/null").status == 65)
        #expect(try await contacts.run("config", "resolve", file, "--condition", "nothing").status == 64)
    }
}

@Suite(.timeLimit(.minutes(20)))
struct ConfigShowCommandTests {
    @Test func `config show prints every setting, secrets covered`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_ACCESS_TOKEN": "open-sesame"])
        let result = try await contacts.run("config", "show", "--origin")
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.contains("ENVIRONMENT = DEV"))
        #expect(result.output.contains("API_ENDPOINT_URL = embedded:"))
        #expect(result.output.contains("CONTACTS_API_ACCESS_TOKEN"))
        #expect(!result.output.contains("open-sesame"))
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
    }

    @Test func `as JSON it is an object`() async throws {
        let result = try await Binary().run("config", "show", "--format", "json", "--env", "qc")
        #expect(try result.object["ENVIRONMENT"] as? String == "QC")
    }
}
