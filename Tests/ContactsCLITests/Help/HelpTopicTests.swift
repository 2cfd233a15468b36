import ArgumentParser
import Repository
import Testing

@testable import ContactsCLI

struct HelpTopicTests {
    @Test(arguments: HelpTopic.allCases)
    func `each topic is a result, has examples and fits a terminal`(topic: HelpTopic) async throws {
        let result = try await Binary().succeed("help", topic.rawValue)
        #expect(result.messages.isEmpty)
        #expect(result.output == topic.text)
        #expect(topic.text.hasPrefix("\(topic.rawValue.uppercased()): \(topic.title)\n"))
        #expect(topic.text.contains("\nEXAMPLES\n  ") || topic == .exitCodes)
        for line in result.lines { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `the help of the program names every topic`() async throws {
        let help = try await Binary().run("help", "commands").output
        for topic in HelpTopic.allCases where topic != .commands {
            #expect(help.contains("\n  contacts help \(topic.rawValue) "))
        }
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], []])
    func `the help of the program fits a terminal`(arguments: [String]) async throws {
        let result = try await Binary().start(arguments).result
        let text = arguments.isEmpty ? result.messages : result.output
        #expect(result.status == (arguments.isEmpty ? 64 : 0))
        #expect(text.hasPrefix("Your address book in the terminal: find, edit, sync.\n"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(text.contains("contacts help commands"))
    }

    @Test func `each command is in one group`() {
        let names = ContactsCommand.configuration.subcommands.map { CommandTree.names(of: $0)[0] }
        #expect(ProgramHelp.groups.flatMap(\.commands).sorted() == names.sorted())
    }

    /// The queries that the topics show must be of the language.
    @Test(arguments: [
        #""grace hopper""#, "city:berlin", "NOT nat:de", "berlin -nat:de", "ada OR grace", "(ada OR grace) nat:de",
        "favorite:yes", "edited:no", "source:local", "birthday:12-10", "birthday:1990", "city:berlin NOT nat:de",
        #"name:"ada lovelace" OR org:acme"#, "group:friends birthday:12-10",
    ])
    func `the queries of the topic are queries`(query: String) async throws {
        #expect(HelpTopic.query.text.contains(query))
        try await Binary().succeed("list", "--offline", query)
    }
}

struct HelpTextsTests {
    @Test func `the topics name all fields, formats and keys`() {
        for name in ContactField.queryNames { #expect(HelpTexts.query.contains(name), "\(name)") }
        for field in ContactField.names { #expect(HelpTexts.formats.contains(field)) }
        for format in ListFormat.allCases { #expect(HelpTexts.formats.contains(format.rawValue)) }
        for key in ConfigurationKey.allCases { #expect(HelpTexts.configuration.contains(key.rawValue)) }
    }

    @Test func `the formats topic has the keys of each report`() {
        let text = HelpTexts.formats.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("history " + Report.history.columns.map(\.key).joined(separator: ", ")))
        #expect(text.contains("birthdays " + Report.birthdays.columns.map(\.key).joined(separator: ", ")))
        #expect(text.contains("group list " + Report.groups.columns.map(\.key).joined(separator: ", ")))
        #expect(text.contains("address " + Report(.email).columns.map(\.key).joined(separator: ", ")))
    }

    @Test func `the exit statuses are all there`() {
        let statuses: [ContactsCLI.ExitStatus] = [
            .success, .failure, .partial, .usage, .badData, .noInput, .unavailable, .defect, .cannotCreate,
            .inputOutput, .tryAgain, .noPermission, .configuration, .hungUp, .interrupted, .quit, .terminated,
        ]
        let words = Set(HelpTexts.exitCodes.split { !$0.isNumber }.map(String.init))
        for status in statuses { #expect(words.contains(String(status.rawValue)), "\(status)") }
    }
}
