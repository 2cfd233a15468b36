import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ShowCommandTests {
    @Test func `show finds a contact by its identifier and by the beginning of it`() async throws {
        let (contacts, ids) = try await Binary.fetched()
        let id = ids[0]
        let whole = try await contacts.run("show", id)
        #expect(whole.status == 0, "\(whole.messages)")
        #expect(whole.lines.last == "ID:          \(id)")
        let prefix = try await contacts.run("show", String(id.prefix(13)))
        #expect(prefix.output == whole.output)
        let json = try await contacts.run("show", id, "--format", "json")
        #expect(try json.object["id"] as? String == id)
    }

    @Test func `an unknown identifier is exit code 1`() async throws {
        let (contacts, _) = try await Binary.fetched()
        let result = try await contacts.run("show", "zzzz")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("zzzz"))
        #expect(result.messages.split(separator: "\n").count == 1)
    }

    @Test func `show takes names, several contacts and identifiers from standard input`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let one = try await contacts.run("show", "ada lovelace", "--json=id,groups")
        #expect(one.output == "{\"id\":\"\(ids[0])\",\"categories\":[\"maths\"]}\n")
        let two = try await contacts.run("show", ids[1], "turing", "--fields", "name", "--format", "tsv")
        #expect(two.output == "Grace Hopper\nAlan Turing\n")
        for format in ["tsv", "plain"] {
            let piped = try await contacts.shell(
                "\"$contacts\" search --offline --format \(format) -- grace OR ada | \"$contacts\" show - --format json"
            )
            #expect(try piped.objects.compactMap { $0["id"] as? String } == [ids[1], ids[0]], "\(format)")
        }
        #expect(try await contacts.run("show", "-").status == 1)
    }
}
