import Foundation
import Repository
import Testing

@testable import ContactsCLI
@testable import Exchange

/// What people expect of every command-line program.
struct ConventionsTests {
    private static let escape = "\u{1B}"

    private func filled(_ names: String...) async throws -> Binary {
        let contacts = try Binary()
        for name in names { try await contacts.add(name) }
        return contacts
    }

    @Test func `colour is as the options and the variables say`() async throws {
        let contacts = try await filled("Ada Lovelace")
        func hasColor(_ options: String..., variables: [String: String] = [:]) async throws -> Bool {
            let list = ["list", "--offline", "--format", "table"] + options
            return try await contacts.start(list, variables).result.output.contains(Self.escape)
        }
        #expect(try await hasColor("--color", "always"))
        #expect(try await hasColor(variables: ["CLICOLOR_FORCE": "1"]))
        #expect(!(try await hasColor()))
        #expect(!(try await hasColor("--color", "always", "--no-color")))
        #expect(!(try await hasColor("--no-color", variables: ["CLICOLOR_FORCE": "1"])))
        #expect(!(try await hasColor(variables: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])))
    }

    @Test(arguments: [["search", "nobody"], ["list", "nobody", "--offline"]])
    func `an empty result is a failure for who asks for that`(command: [String]) async throws {
        let contacts = try await filled("Ada Lovelace")
        let json = ["--format", "json"]
        try await contacts.succeed(command + json, output: "[]\n", saying: "No contacts match.")
        try await contacts.fail(1, command + json + ["--fail-if-empty"], output: "[]\n")
        let found = command.map { $0 == "nobody" ? "ada" : $0 }
        try await contacts.succeed(found + ["--fail-if-empty"])
    }

    @Test func `identifiers go from one command to another between zero bytes`() async throws {
        let contacts = try await filled("Ada Lovelace", "Bob Same")
        let ids = try await contacts.run("list", "--offline", "--fields", "id").lines
        for command in [["list", "--offline"], ["search", "a*", "OR", "b"]] {
            let result = try await contacts.start(command + ["-0"]).result
            #expect(result.status == 0 && result.output == ids.map { $0 + "\0" }.joined(), "\(result.messages)")
        }
        let removed = try await contacts.shell("\"$contacts\" list --offline --null | \"$contacts\" remove - --yes")
        #expect(removed.status == 0, "\(removed.messages)")
        #expect(try await contacts.run("list", "--offline").output.isEmpty)
        #expect(try await contacts.run("list", "-0", "--format", "json").status == 64)
    }

    @Test func `a hyphen is standard output for an export`() async throws {
        let contacts = try await filled("Ada Lovelace")
        #expect(try await contacts.succeed("export", "-o", "-").output.hasPrefix("BEGIN:VCARD\r\n"))
        #expect(!FileManager.default.fileExists(atPath: contacts.home.url.appending(path: "-").path))
    }

    @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1"])
    func `the language of the system does not break Unicode`(locale: String) async throws {
        let contacts = try await filled("Zoë Þór 张伟")
        for format in ["plain", "tsv", "json", "yaml", "table"] {
            let list = ["list", "--offline", "--format", format]
            let result = try await contacts.start(list, ["LC_ALL": locale, "LANG": locale]).result
            #expect(result.status == 0 && result.output.contains("Zoë"), "\(format): \(result.output)")
            #expect(result.output.contains("张伟"), "\(format): \(result.output)")
        }
    }

    @Test func `of many who would be removed the first are named and the rest counted`() async throws {
        let contacts = try Binary()
        _ = try await contacts.run("sync", "--results", "13")
        let ids = try await contacts.run("list", "--offline", "--fields", "id").lines
        let mails = try await contacts.run("list", "--offline", "--fields", "email").lines
        let (result, screen) = try await contacts.run(["remove"] + ids, typing: "\n")
        #expect(result.status == 1)
        #expect(mails.filter { screen.contains("<\($0)>") }.count == 10)
        #expect(screen.contains("and 3 more"))
        #expect(screen.contains("Remove 13 contacts? [y/N]"))
        #expect(try await contacts.run("list", "--offline").lines.count == 13)
    }

    @Test(arguments: [("y\n", 1), ("\n", 2), ("n\n", 2), ("\u{4}", 2)])
    func `who merges contacts is asked, and only yes is yes`(answer: String, count: Int) async throws {
        let contacts = try await filled("Ada Same", "Bob Same")
        let (result, screen) = try await contacts.run(["merge", "ada same", "bob same"], typing: answer)
        #expect(screen.contains("? [y/N]"), "\(screen)\(result.output)")
        #expect(result.status == (count == 1 ? 0 : 1), "\(screen)")
        #expect(try await contacts.run("list", "--offline").lines.count == count)
    }

    @Test func `no form of output gives a terminal orders`() {
        var contact = Contact(
            id: ContactID(rawValue: "a"),
            name: PersonName(first: "\u{1B}[31m\u{9B}x\u{202E}", last: "L")
        )
        contact.note = "\u{7}bell"
        let screen = Screen(isTerminal: true, columns: 80)
        var writers: [any ReportWriter<Contact>] = [CSVExchangeFormat(guardsFormulas: false, isForTerminal: true)]
        for format in ListFormat.allCases {
            writers.append(format.writer(for: screen))
            if format.takesFields { writers.append(format.writer(for: screen, fields: [.first, .last, .note])) }
        }
        for index in writers.indices {
            let text = String(decoding: writers[index].page([contact]) + writers[index].end(), as: UTF8.self)
            for harmful in [Self.escape, "\u{9B}", "\u{202E}", "\u{7}"] {
                #expect(!text.unicodeScalars.contains(where: { String($0) == harmful }), "\(type(of: writers[index]))")
            }
        }
        var kept = CSVExchangeFormat(guardsFormulas: false)
        #expect(String(decoding: kept.page([contact]), as: UTF8.self).contains("\u{1B}[31m"))
    }

    @Test func `what runs from right to left leaves its label alone on a terminal`() {
        let contact = Contact(id: ContactID(rawValue: "a"), name: PersonName(first: "مریم", last: "کریمی"))
        let terminal = ContactDetails.text(of: contact, on: Screen(isTerminal: true, columns: 80))
        #expect(terminal.contains("\u{2068}مریم کریمی\u{2069}"))
        #expect(!ContactDetails.text(of: contact, on: Screen(isTerminal: false, columns: 80)).contains("\u{2068}"))
    }
}
