import Primitives
import TerminalUI
import Testing

@testable import ContactsCLI

struct BookFormTests {
    private func typed(_ kind: BookForm.Kind, _ texts: [String]) -> BookForm {
        var form = BookForm(kind)
        for (index, text) in texts.enumerated() {
            form.moveTo(index)
            _ = form.type(.paste(text)) { text, _ in text }
        }
        return form
    }

    @Test func `what is missing gets the keys`() {
        var form = typed(.server, ["work"])
        #expect(form.checkAll()?.contains("address") == true)
        #expect(form.focus == 1)
        _ = form.type(.paste("ada@example.org")) { text, _ in text }
        #expect(form.checkAll() == nil)
        var own = BookForm(.own)
        #expect(own.checkAll() == nil)
    }

    @Test func `Tab completes a path, then goes on`() {
        var form = BookForm(.folder)
        form.moveTo(1)
        _ = form.type(.paste("/ho")) { text, _ in text }
        _ = form.type(.key(.tab)) { text, onlyFolders in onlyFolders ? text + "me/" : text }
        #expect(form[.folder] == "/home/" && form.focus == 1)
        form.moveTo(0)
        _ = form.type(.key(.tab)) { text, _ in text + "x" }
        #expect(form.focus == 1 && form[.name].isEmpty)
    }

    @Test func `a rejected password is typed anew, the rest stays, and details are part of the message`() {
        var form = typed(.server, ["work", "https://a.example/", "ada", "wrong"])
        form.fail(Failure(.unavailable, "Not reached.", details: ["Give another address."]))
        #expect(form.problem == "Not reached. Give another address." && form.choices.isEmpty)
        #expect(form[.password] == "wrong")
        form.fail(Failure(.noPermission, "Not accepted."))
        #expect(form[.password].isEmpty && form.focus == 3)
        #expect(form[.user] == "ada" && form[.address] == "https://a.example/" && form[.name] == "work")
        #expect(form.problem == "Not accepted.")
    }

    @Test func `a path is completed as far as it is certain`() throws {
        let folder = try TemporaryFolder()
        for name in ["cards-a.vcf", "cards-b.vcf", ".hidden", "old/x"] { try folder.write("", to: name) }
        let completion = PathCompletion(home: folder.url.path)
        for (text, completed, onlyFolders) in [
            ("~/ca", "~/cards-", false), ("~/cards-a", "~/cards-a.vcf", false), ("~/.h", "~/.hidden", false),
            ("~/none", "~/none", false), ("~/ca", "~/ca", true), (folder.path("o"), folder.path("old") + "/", true),
        ] { #expect(completion.complete(text, onlyFolders: onlyFolders) == completed) }
    }
}
