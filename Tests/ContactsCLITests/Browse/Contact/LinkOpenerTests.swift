import Foundation
import Repository
import Testing

@testable import ContactsCLI

struct LinkOpenerTests {
    /// A folder with programs that keep their arguments in a file, one a line.
    private func programs(_ names: [String: Int]) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, status) in names {
            let file = folder.url.appending(path: name)
            let text = "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(folder.url.path)/\(name).out'\nexit \(status)\n"
            try await TemporaryFolder.makeProgram(text, at: file)
        }
        return folder
    }

    @Test func `an address is one argument of the program, and no shell reads it`() async throws {
        let folder = try await programs(["xdg-open": 0])
        let opener = LinkOpener(environment: ["PATH": folder.url.path])
        let link = "https://example.org/?a=$(touch%20x)&b='`;c"
        #expect(await opener.open(link) == .opened)
        let output = folder.url.appending(path: "xdg-open.out")
        #expect(try String(contentsOf: output, encoding: .utf8) == link + "\n")
    }

    @Test func `the browser of the variable is next, for pages alone`() async throws {
        let folder = try await programs(["xdg-open": 3, "my-browser": 0])
        let opener = LinkOpener(environment: ["PATH": folder.url.path, "BROWSER": "missing:my-browser --new %s -x"])
        #expect(await opener.open("https://example.org") == .opened)
        let output = folder.url.appending(path: "my-browser.out")
        #expect(try String(contentsOf: output, encoding: .utf8) == "--new\nhttps://example.org\n-x\n")
        #expect(await opener.open("mailto:ada@example.org") == .none)
        #expect(LinkOpener(environment: [:]).commands(for: "https://example.org").isEmpty)
    }

    @Test(arguments: [
        "-oProxyCommand=x", "file:///etc/passwd", "javascript:alert(1)", "https://", "https://a b", "tel:+1\n2",
        "https://a\u{202E}b", "mailto:a\u{1B}[2J", "",
    ])
    func `what is no address of a known kind is refused`(_ link: String) async {
        #expect(await LinkOpener(environment: ["PATH": "/bin"]).open(link) == .refused)
    }

    @Test func `values that read like options or have hidden characters are no links`() {
        #expect(ContactLink.link("E-mail", "-x@example.org") == nil)
        #expect(ContactLink.link("Phone", "-1 23") == nil)
        #expect(ContactLink.link("Web", "https://a\u{7}") == nil)
        #expect(ContactLink.link("Phone", "+41 44 / 1") == "tel:+41441")
        #expect(ContactLink.map(PostalAddress(street: "1 Main\nDoor", city: "Bern")) != nil)
        #expect(ContactLink.map(PostalAddress(city: "\u{1B}[2J")) == nil)
    }
}
