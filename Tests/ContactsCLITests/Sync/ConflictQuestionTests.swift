import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ConflictQuestionTests {
    private let contacts: Binary
    private let folder: TemporaryFolder

    init() throws {
        contacts = try Binary(variables: ["CONTACTS_BOOK": "old"])
        folder = try TemporaryFolder()
    }

    private func write(_ name: String, _ lines: String...) throws {
        let all = ["BEGIN:VCARD", "VERSION:3.0", "UID:\(name)", "FN:\(name)", "N:;\(name);;;"] + lines + ["END:VCARD"]
        let file = folder.url.appending(path: "\(name).vcf").path
        try all.map { $0 + "\r\n" }.joined().write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// Makes a book in which two contacts have other e-mail addresses and nicknames than their cards.
    private func makeConflicts() async throws {
        for name in ["Ada", "Bob"] { try write(name, "EMAIL:old@x.org", "NICKNAME:old") }
        #expect(try await contacts.run("book", "add", "old", "--folder", folder.url.path).status == 0)
        #expect(try await contacts.run("sync").status == 0)
        for name in ["Ada", "Bob"] {
            let edited = try await contacts.run("edit", name, "--email", "mine@x.org", "--nickname", "mine")
            #expect(edited.status == 0, "\(edited.messages)")
            try write(name, "EMAIL:theirs@x.org", "NICKNAME:theirs")
        }
    }

    private func rows() async throws -> [String] {
        try await contacts.run("list", "--fields", "name,email,nickname", "--format", "tsv").lines.sorted()
    }

    @Test func `each field has a question of its own, and an answer holds for the rest when it says so`() async throws {
        try await makeConflicts()
        let (result, screen) = try await contacts.run(["sync"], typing: "what\nm\ns\nm all\n")
        #expect(result.status == 0)
        let questions = screen.components(separatedBy: "Keep mine, the server's, or both? [m/s/B").count - 1
        let others = screen.components(separatedBy: "or both as two contacts? [m/s/B").count - 1
        #expect(questions + others == 4 && others >= 1, "\(screen)")
        #expect(screen.contains("e-mail: “mine@x.org” here, “theirs@x.org” there"), "\(screen)")
        #expect(screen.contains("2 conflicts settled: kept some of each"), "\(screen)")
        let rows = try await rows()
        #expect(rows.count == 2 && rows[1] == "Bob\tmine@x.org\tmine", "\(rows)")
        #expect(["Ada\tmine@x.org\ttheirs", "Ada\ttheirs@x.org\tmine"].contains(rows[0]), "\(rows)")
        #expect(try await contacts.run("sync").messages.contains("nothing to do"))
    }

    @Test func `one settled conflict names the fields that were kept of each side`() async throws {
        try await makeConflicts()
        try write("Bob", "EMAIL:mine@x.org", "NICKNAME:mine")
        try write("Ada", "EMAIL:theirs@x.org", "NICKNAME:mine")
        let (_, screen) = try await contacts.run(["sync"], typing: "s\n")
        #expect(screen.contains("1 conflict settled: kept the server’s e-mail"), "\(screen)")
        #expect(try await rows() == ["Ada\ttheirs@x.org\tmine", "Bob\tmine@x.org\tmine"])
    }

    @Test func `both keeps the values of a list together`() async throws {
        try await makeConflicts()
        for name in ["Ada", "Bob"] { try write(name, "EMAIL:theirs@x.org", "NICKNAME:mine") }
        _ = try await contacts.run(["sync", "-q"], typing: "b all\n")
        let emails = try await contacts.run("show", "Ada", "--format", "json").output
        #expect(emails.contains("mine@x.org") && emails.contains("theirs@x.org"), "\(emails)")
        #expect(try await rows().count == 2)
    }

    @Test func `quiet prints what went wrong, and no changes`() async throws {
        try await makeConflicts()
        try write("Cyd")
        let changed = try await contacts.run("sync", "-q")
        #expect(changed.status == 0 && changed.output.isEmpty && changed.messages.isEmpty, "\(changed)")
        try "no card".write(
            toFile: folder.url.appending(path: "bad.vcf").path,
            atomically: true,
            encoding: .utf8
        )
        try write("Dee")
        let bad = try await contacts.run("sync", "-q")
        #expect(bad.status == 2 && bad.lines.count == 1 && bad.output.contains("bad.vcf"), "\(bad)")
        let all = try await contacts.run("sync", "-q", "--format", "tsv")
        #expect(all.output.contains("bad.vcf"))
    }
}
