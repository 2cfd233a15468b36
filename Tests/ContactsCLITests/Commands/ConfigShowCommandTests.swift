import Foundation
import Testing

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
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: String]
        #expect(object?["ENVIRONMENT"] == "QC")
    }

    @Test func `two forms of a variable that disagree are exit code 78`() async throws {
        let result = try await Binary().run(
            "list",
            variables: ["CONTACTS_ENV": "QC", "CONTACTS_ENVIRONMENT": "DEV"]
        )
        #expect(result.status == 78)
        #expect(result.messages.contains("CONTACTS_ENV"))
    }

    @Test func `an unknown environment is exit code 78`() async throws {
        let result = try await Binary().run("list", "--env", "MOON")
        #expect(result.status == 78)
        #expect(result.messages.contains("MOON"))
    }
}
