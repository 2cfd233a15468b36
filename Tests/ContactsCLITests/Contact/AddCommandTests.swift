import Foundation
import Testing

struct AddCommandTests {
    @Test func `add prints the identifier alone, and the contact is there`() async throws {
        let contacts = try Binary()
        let added = try await contacts.succeed([
            "add", "--first-name", "Ada", "--last-name", "Lovelace", "--email", "ada@example.com", "--phone",
            "+41 44 000 00 00", "--cell", "+41 79 000 00 00", "--birthday", "--12-10", "--gender", "female",
        ])
        let id = try #require(added.lines.first)
        #expect(added.output == "\(id)\n")
        #expect(UUID(uuidString: id) != nil)

        let fields = "first,last,email,phone,cell,birthday,gender"
        try await contacts.succeed(
            ["show", id, "--format", "tsv", "--fields", fields],
            output: "Ada\tLovelace\tada@example.com\t+41 44 000 00 00\t+41 79 000 00 00\t--12-10\tfemale\n"
        )
        #expect(try await contacts.run("list", "lovelace", "--offline").lines.map { $0.prefix(id.count) } == [id[...]])
    }

    @Test func `several addresses keep their order and types, and parts of a postal one are set alone`() async throws {
        let contacts = try Binary()
        let id = try await contacts.add([
            "Ada", "--email", "work:ada@example.com", "--email", "a@example.org", "--phone", "home:+41 44 1", "--phone",
            "work:+41 44 2", "--cell", "+41 79 3", "--city", "Genf", "--country", "Schweiz",
        ])
        try await contacts.succeed("email", "ada", "--fields", "value", output: "ada@example.com\na@example.org\n")
        #expect(try await contacts.run("phone", "ada").lines.count == 3)
        #expect(try await contacts.run("edit", id, "--city", "Genève", "--postcode", "1201").status == 0)
        let place = try await contacts.run("list", "--offline", "--fields", "city,postcode,country").lines
        #expect(place == ["Genève\t1201\tSchweiz"])
        #expect(try await contacts.run("edit", id, "--email", "a@example.com", "--email", "no at").status == 64)
    }

    @Test(arguments: [
        ["add"], ["add", "--email", "no at sign"], ["add", "--email", ""], ["add", "--first-name", " "],
        ["add", "--birthday", "1999-13-01", "--first-name", "Bo"], ["add", "--note", "nobody in particular"],
        ["add", "surplus", "no@address@"], ["add", "--phone", "none"], ["add", "Bo", "--birthday", "03/04/1980"],
    ])
    func `what cannot be a contact is refused`(arguments: [String]) async throws {
        let contacts = try Binary()
        #expect(try await contacts.fail(64, arguments, output: "").messages.hasPrefix("contacts: "))
        #expect(try await contacts.run("list", "--offline").output.isEmpty)
    }
}
