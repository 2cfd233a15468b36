import Foundation
import Testing

@testable import ContactsCLI

struct ConfigCommandsTests {
    private let contacts: Binary

    init() throws {
        contacts = try Binary()
    }

    @Test func `config get prints one value, whatever the case of the key`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_ACCESS_TOKEN": "open-sesame"])
        try await contacts.succeed("config", "get", "api_page_size", output: "50\n")
        #expect(try await contacts.run("config", "get", "API_ACCESS_TOKEN").output == "<redacted>\n")
        #expect(try await contacts.run("config", "get", "API_SEED").output == "contacts-dev\n")
        let nearest = "There is no setting 'API_PAGE'. Did you mean API_PAGE_SIZE?"
        try await contacts.fail(64, "config", "get", "API_PAGE", output: "", saying: nearest)
    }

    @Test func `config path prints where the local file belongs and creates nothing`() async throws {
        let path = ["config", "path"]
        try await contacts.succeed(path, output: "\(contacts.home.url.path)/.config/contacts/Local.xcconfig\n")
        try await contacts.succeed(path, variables: ["XDG_CONFIG_HOME": "/c"], output: "/c/contacts/Local.xcconfig\n")
        try await contacts.fail(78, path, variables: ["HOME": ""])
        #expect(try contacts.home.names() == [])
    }

    @Test func `the local file is read, and its token is never shown`() async throws {
        let settings = "LOG_LEVEL = debug\nAPI_ACCESS_TOKEN = open-sesame\n"
        let path = try contacts.home.write(settings, to: ".config/contacts/Local.xcconfig")
        let result = try await contacts.run("config", "show", "--origin")
        #expect(result.output.contains("LOG_LEVEL = debug  (\(path):1)"))
        #expect(result.output.contains("API_ACCESS_TOKEN = <redacted>  (\(path):2)"))
        #expect(!(result.output + result.messages).contains("open-sesame"))
        #expect(result.output.contains("API_ENDPOINT_URL = embedded:"))
        let json = try await contacts.run("config", "show", "--format", "json", "--env", "qc")
        #expect(try json.object["ENVIRONMENT"] as? String == "QC")
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
    }

    @Test func `config check finds everything, and ends with 78 only for errors`() async throws {
        try await contacts.succeed("config", "check", output: "")
        func check(_ text: String, _ status: Int32, _ lines: (_ path: String) -> [String]) async throws {
            let path = try contacts.home.write(text, to: "checked.xcconfig")
            #expect(try await contacts.fail(status, "config", "check", path).lines == lines(path))
        }
        try await check("API_PAGE_SISE = 7\n", 0) { path in
            ["warning: \(path):1: Unknown key “API_PAGE_SISE”. Did you mean API_PAGE_SIZE?"]
        }
        try await check("API_PAGE_SIZE = 0\nLOG_LEVEL = x\nAPI_SED = 1", 78) { path in
            [
                "error: API_PAGE_SIZE is '0' (\(path):1): it must be a whole number from 1 to 5000.",
                "error: LOG_LEVEL is 'x' (\(path):2): it must be fatal, error, warning, info, debug or trace.",
                "warning: \(path):3: Unknown key “API_SED”. Did you mean API_SEED?",
            ]
        }
        let places = try await contacts.fail(78, "config", "check", contacts.home.write("?\n!", to: "a.xcconfig"))
        #expect(places.lines.count == 2)
        #expect(try await contacts.run("config", "check", "/nowhere.xcconfig").status == 66)
    }

    @Test func `config check warns of a token that goes to another machine in the open, and shows no secret`()
        async throws
    {
        func check(_ address: String, _ status: Int32) async throws -> [String] {
            let text = "API_ENDPOINT_URL = \(address)\nAPI_ACCESS_TOKEN = s3cret-token"
            let file = try contacts.home.write(text, to: "checked.xcconfig")
            let lines = try await contacts.fail(status, "config", "check", file).lines
            #expect(lines.allSatisfy { !$0.contains("s3cret") }, "\(lines)")
            return lines
        }
        let open = try await check("http:/$()/people.example:8080/api/", 0)
        #expect(open.count == 1 && open.allSatisfy { $0.contains("API_ACCESS_TOKEN") && $0.contains("people.example") })
        for safe in ["https:/$()/people.example/", "http:/$()/127.0.0.1:80/", "http:/$()/localhost/", "embedded:"] {
            #expect(try await check(safe, 0).isEmpty)
        }
        // A password or a key in an address is refused.
        for address in ["https:/$()/ada:s3cret@h/", "https:/$()/h/?key=s3cret", "ada:s3cret@h"] {
            #expect(try await check(address, 78).count == 1)
        }
    }

    @Test(arguments: [
        ("API_PAGE_SIZE = 7\nthis is nothing\n", ":2:6: "), ("#include \"missing.xcconfig\"\n", "missing.xcconfig"),
        ("API_PAGE_SIZE = 0\n", ":1): it must be"),
    ])
    func `a command does nothing with a settings file that has errors`(text: String, problem: String) async throws {
        let path = try contacts.home.write(text, to: "wrong.xcconfig")
        try await contacts.fail(78, "add", "--first-name", "Ada", "--config", path, saying: path, problem)
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
    }

    @Test func `a settings file in the working folder must be named, and a developer folder starts there`() async throws
    {
        try contacts.home.write("API_PAGE_SIZE = 7\n", to: "DEV.xcconfig")
        try contacts.home.write("API_PAGE_SIZE = 8\n", to: "Local.xcconfig")
        let home = contacts.home.url.path
        let command = "cd '\(home)' && \"$contacts\" config get API_PAGE_SIZE"
        #expect(try await contacts.shell(command).output == "50\n")
        #expect(try await contacts.shell(command + " --config DEV.xcconfig").output == "7\n")
        try contacts.home.write("A = 1\n", to: "tools/x.xcconfig")
        try contacts.home.write("#include \"<DEVELOPER_DIR>/x.xcconfig\"\n", to: "main.xcconfig")
        let resolve = "cd \"$HOME\" && \"$contacts\" config resolve main.xcconfig --developer-dir tools"
        #expect(try await contacts.shell(resolve).output.hasPrefix("{\"values\":{\n\"A\":\"1\""))
    }

    @Test func `config resolve prints JSON with values, lists and diagnostics`() async throws {
        let text = "#include \"sub/more\"\nA = $(B) \"c d\"\nB[config=Debug] = x\n"
        let file = try contacts.home.write(text, to: "main.xcconfig")
        try contacts.home.write("C = ${A}\n", to: "sub/more.xcconfig")
        let resolve = ["config", "resolve", file, "--condition", "config=Debug", "--format", "json"]
        let result = try await contacts.succeed(resolve)
        let object = try result.object
        #expect(object["values"] as? [String: String] == ["A": "x \"c d\"", "B": "x", "C": "x \"c d\""])
        #expect(object["lists"] as? [String: [String]] == ["A": ["x", "c d"], "B": ["x"], "C": ["x", "c d"]])
        let diagnostics = try #require(object["diagnostics"] as? [[String: Any]])
        #expect(diagnostics.count == 1)
        let place = ["file", "severity", "line", "column"].map { "\(diagnostics[0][$0] ?? "")" }
        #expect(place == ["sub/more.xcconfig", "warning", "1", "5"])
    }

    @Test func `config resolve ends with 78 for an error and prints the rest all the same`() async throws {
        let file = try contacts.home.write("A = 1\n?\n", to: "main.xcconfig")
        #expect(try await contacts.fail(78, "config", "resolve", file).output.contains("\"A\":\"1\""))
        #expect(try await contacts.run("config", "resolve", file + "x").status == 66)
        #expect(try await contacts.run("config", "resolve", "/dev/null").status == 65)
        #expect(try await contacts.run("config", "resolve", file, "--condition", "nothing").status == 64)
    }
}

struct SecretValuesTests {
    @Test(arguments: [
        ("API_ACCESS_TOKEN", true), ("DB_PASSWORD", true), ("API_KEY", true), ("CLIENT_SECRET_2", true),
        ("KEYBOARD", false), ("API_TIMEOUT_SECONDS", false), ("KEY", false), ("MONKEY", false),
    ])
    func `the name of a key says whether its value is secret`(key: String, isSecret: Bool) {
        #expect(SecretValues.isSecret(key) == isSecret)
    }

    @Test func `secrets are hidden in their own values, in values that refer to them, and in addresses`() {
        let secrets = SecretValues(of: ["API_KEY": "s3cret", "PIN_TOKEN": "1"])
        #expect(secrets.hidden("s3cret", of: "API_KEY") == "<redacted>")
        #expect(secrets.hidden("1", of: "PIN_TOKEN") == "<redacted>")
        #expect(secrets.hidden("--key s3cret -v 1", of: "FLAGS") == "--key <redacted> -v 1")
        #expect(secrets.hidden("https://ada:pw@h/?k=v", of: "URL") == "https://…@h/?…")
        #expect(secrets.hidden("", of: "API_KEY").isEmpty)
        // Nothing is left of one that begins like another one.
        let similar = SecretValues(of: ["API_KEY": "hush", "NEW_API_KEY": "hush-hush", "A_TOKEN": "my-hush-hush-2"])
        let hidden = similar.hidden("-a hush-hush -b my-hush-hush-2 -c hush", of: "FLAGS")
        #expect(hidden == "-a <redacted> -b <redacted> -c <redacted>")
    }
}
