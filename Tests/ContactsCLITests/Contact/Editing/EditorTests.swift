import Foundation
import Testing

@testable import ContactsCLI

/// `contacts edit` and `contacts add` in the editor, which is a command of the shell here.
struct EditorTests {
    private let contacts: Binary
    /// A person of the API.
    private let id: String

    init() async throws {
        let fetched = try await Binary.fetched()
        contacts = fetched.contacts
        id = try #require(fetched.ids.first)
    }

    private func drafts() -> [URL] {
        let folder = contacts.home.url.appending(path: ".local/state/contacts/drafts")
        return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    @Test func `what is changed in the editor is shown and saved, and no draft stays`() async throws {
        let editor = "sed -i -e 's/^Nickname:.*/Nickname: Nick/' -e 's/^Group:/Group: friends/'"
        let edit = try await contacts.succeed("edit", id, "--editor", "--yes", variables: ["EDITOR": editor])
        #expect(edit.messages.contains("+ Nickname: Nick\n"))
        #expect(!edit.messages.contains("- "), "what had no value is not there")
        #expect(!edit.messages.contains("Gender"))
        #expect(try await contacts.run("list", "group:friends").lines.count == 1)
        #expect(drafts().isEmpty)
        try await contacts.succeed("undo")
        #expect(try await contacts.run("list", "group:friends").lines.isEmpty)
    }

    @Test func `VISUAL is preferred, and an editor that changes nothing saves nothing`() async throws {
        let variables = ["VISUAL": "true", "EDITOR": "false"]
        let edit = try await contacts.succeed("edit", id, "--editor", "--yes", variables: variables)
        #expect(edit.messages == "contacts: Nothing was changed.\n")
        #expect(try await contacts.run("history").output.isEmpty)
        #expect(drafts().isEmpty)
    }

    @Test func `when the editor crashes, the draft is kept, private and named, and can be saved`() async throws {
        let crash = "crash() { sed -i 's/^Nickname:.*/Nickname: kept/' \"$1\"; kill -9 $$; }; crash"
        let edit = try await contacts.fail(1, "edit", id, "--editor", "--yes", variables: ["EDITOR": crash])
        let draft = try #require(drafts().first)
        #expect(edit.messages.contains(draft.path))
        #expect(try TemporaryFolder.mode(of: draft.path) == 0o600)
        try await contacts.succeed("edit", id, "--draft", draft.path, "--yes", saying: "+ Nickname: kept\n")
    }

    @Test(arguments: [
        ("s/^Gender:/Gnder:/", "did you mean “Gender”?"), ("s/^E-mail.*/E-mail: nowhere/", "needs one @"),
    ])
    func `what cannot be saved is told, and kept`(script: String, reason: String) async throws {
        let edit = try await contacts.run("edit", id, "--editor", "--yes", variables: ["EDITOR": "sed -i '\(script)'"])
        #expect(edit.status == 65)
        #expect(edit.messages.contains(reason), "\(edit.messages)")
        #expect(edit.messages.contains("--draft"))
        #expect(try await contacts.run("history").output.isEmpty)
        #expect(drafts().count == 1)
    }

    @Test func `all problems are told at once, and Enter opens the editor again`() async throws {
        // The first time three lines are spoiled, the second time they are mended.
        let editor = """
            mend() { if grep -q Gnder "$1"; then sed -i -e 's/^Gnder:/Gender:/' -e 's/nowhere/n@x.example/' \
            -e 's/^Birthday:.*/Birthday: 1815-12-10/' "$1"; else sed -i -e 's/^Gender:/Gnder:/' \
            -e 's/^E-mail.*/E-mail: nowhere/' -e 's/^Birthday:.*/Birthday: someday/' "$1"; fi; }; mend
            """
        let some = Binary(contacts, variables: ["EDITOR": editor])
        let (edit, screen) = try await some.run(["edit", id, "--editor"], typing: "\ny\n")
        #expect(edit.status == 0, "\(screen)")
        for problem in ["did you mean “Gender”?", "needs one @", "“someday” is not a date", "again? [Y/n]"] {
            #expect(screen.contains(problem), "\(screen)")
        }
        #expect(try await contacts.run("list", "--offline", "birthday:1815-12-10").lines.count == 1)
        #expect(drafts().isEmpty)
    }

    @Test func `without a terminal the editor needs its flag, and saving needs --yes`() async throws {
        for arguments in [["edit", id], ["edit", id, "--editor"], ["add"]] {
            #expect(try await contacts.start(arguments).result.status == 64)
        }
        let nowhere = ["EDITOR": "/nowhere/editor"]
        let missing = try await contacts.fail(78, "edit", id, "--editor", "--yes", variables: nowhere)
        #expect(missing.messages.contains("/nowhere/editor"))
        #expect(drafts().isEmpty)
    }

    @Test func `a new contact can be written in the editor, and is one step of history`() async throws {
        let contacts = try Binary()
        let editor = "sed -i -e 's/^Last name:/Last name: Hopper/' -e 's/^Phone:/Phone [cell] *: 0123456/'"
        let add = try await contacts.succeed("add", "--editor", "--yes", variables: ["EDITOR": editor])
        let id = try #require(add.lines.first)
        #expect(add.lines.count == 1)
        let shown = try await contacts.run("show", id, "--format", "json").object
        #expect(shown["cell"] as? String == "0123456")
        #expect(try await contacts.run("history").lines.count == 1)
    }
}
