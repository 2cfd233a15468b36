import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ContactCommandsTests {
    private func ids(_ contacts: Binary) async throws -> [String] {
        try await contacts.run("list").lines.compactMap { $0.split(separator: "\t").first.map(String.init) }
    }

    private func object(_ result: Binary.Result) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    @Test func `show finds a contact by its identifier and by the beginning of it`() async throws {
        let contacts = try Binary()
        let id = try #require(try await ids(contacts).first)
        let whole = try await contacts.run("show", id)
        #expect(whole.status == 0, "\(whole.messages)")
        #expect(whole.lines.first == "ID:          \(id)")
        let prefix = try await contacts.run("show", String(id.prefix(13)))
        #expect(prefix.output == whole.output)
        let json = try await contacts.run("show", id, "--format", "json")
        #expect(try object(json)["id"] as? String == id)
    }

    @Test func `nobody by that identifier is exit code 1`() async throws {
        let contacts = try Binary()
        _ = try await ids(contacts)
        let result = try await contacts.run("show", "zzzz")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("zzzz"))
        #expect(result.messages.split(separator: "\n").count == 1)
    }

    @Test func `an ambiguous beginning lists candidates, changes nothing and is exit code 64`() async throws {
        let contacts = try Binary()
        let ids = try await ids(contacts)
        // Fifty identifiers have sixteen first characters, so that two of them begin alike.
        let beginnings = Dictionary(grouping: ids) { $0.prefix(1) }
        let prefix = try #require(beginnings.first { $0.value.count > 1 })
        let before = try await contacts.run("list").output

        let result = try await contacts.run("edit", String(prefix.key), "--first-name", "Changed")
        #expect(result.status == 64)
        let named = result.messages.split(separator: "\n").dropFirst().compactMap { $0.split(separator: " ").first }
        #expect(!named.isEmpty)
        #expect(named.allSatisfy { prefix.value.contains(String($0)) })
        #expect(try await contacts.run("list").output == before)
    }

    @Test func `an edit is kept, over a refresh too`() async throws {
        let contacts = try Binary()
        let id = try #require(try await ids(contacts).first)
        let edit = try await contacts.run(
            "edit",
            String(id.prefix(13)),
            "--first-name",
            "Ada",
            "--last-name",
            "Lovelace",
            "--email",
            "ada@example.com",
            "--phone",
            "+41 44 000 00 00"
        )
        #expect(edit.status == 0, "\(edit.messages)")
        #expect(edit.output.isEmpty)

        for _ in 0..<2 {
            let person = try object(try await contacts.run("show", id, "--format", "json"))
            #expect((person["name"] as? [String: Any])?["first"] as? String == "Ada")
            #expect((person["name"] as? [String: Any])?["last"] as? String == "Lovelace")
            #expect(person["email"] as? String == "ada@example.com")
            #expect(person["phone"] as? String == "+41 44 000 00 00")
            #expect(person["edited"] as? Bool == true)
            #expect(try await contacts.run("list", "--refresh").status == 0)
        }
    }

    @Test(arguments: [["edit", "x"], ["edit", "", "--phone", "1"], ["show", " "], ["show"], ["edit"]])
    func `a selection or an edit that is missing is exit code 64`(arguments: [String]) async throws {
        let result = try await Binary().start(arguments).result
        #expect(result.status == 64)
        #expect(result.messages.hasPrefix("contacts: "))
    }

    @Test func `a value that cannot be used is refused and nothing is changed`() async throws {
        let contacts = try Binary()
        let id = try #require(try await ids(contacts).first)
        let before = try await contacts.run("show", id).output
        let result = try await contacts.run("edit", id, "--email", "no at sign", "--first-name", "Changed")
        #expect(result.status == 64)
        #expect(try await contacts.run("show", id).output == before)
    }
}
