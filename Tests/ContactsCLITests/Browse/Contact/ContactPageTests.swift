import Bloc
import Foundation
import Primitives
import Repository
import RepositoryDoubles
import Synchronization
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct ContactPageTests {
    @Test func `a contact is found by the beginning of its identifier, and its values are copied`() async throws {
        try await BrowseHarness.with(PeopleStore.people(5), route: .contact("id-00003")) { browse in
            await browse.shows("p00003@example.org")
            await browse.press("j", "k", "y")
            #expect(browse.copied == ["p00003@example.org"])
            #expect(browse.text().contains("Copied"))
            // The code for cameras fits the window.
            await browse.press("c")
            #expect(browse.text(columns: 80, rows: 24).contains("█ ▄▄▄▄▄ █"))
        }
    }

    @Test func `the code for cameras has the name, the addresses and the numbers alone`() {
        var contact = PeopleStore.people(1)[0]
        contact.note = "secret"
        let texts = ContactCode.texts(of: contact)
        for text in texts {
            #expect(text.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0"))
            #expect(!text.contains("secret"))
        }
        #expect(texts.first?.contains("p00000@example.org") == true)
        // 106 bytes are what a code has that fits 80 columns and 24 rows.
        #expect(texts.last.map { $0.utf8.count <= 106 } == true, "\(texts)")
    }

    @Test func `a contact that is none says so, and the page can be left`() async throws {
        try await BrowseHarness.with(PeopleStore.people(5), route: .contact("nothing-like-it")) { browse in
            await browse.shows("try again")
            #expect(browse.session.table.action(for: "r")?.id == "problem.retry")
            await browse.press("d")
            #expect(browse.text().contains("What to do") && browse.text().contains("not-found"))
            await browse.press(.escape)
            #expect(!browse.text().contains("What to do"))
            await browse.press(.escape, shows: "5 contacts")
        }
    }

    @Test func `a contact that is removed is left, and a change elsewhere is shown`() async throws {
        try await BrowseHarness.with(PeopleStore.people(5), route: .contact("id-00003")) { browse in
            await browse.shows("p00003@example.org")
            let edit = ContactEdit(email: "new@example.org")
            try await browse.store.changeElsewhere(.edit(ContactID(rawValue: "id-00003"), edit))
            await browse.shows("new@example.org")
            await browse.press("d", "y", shows: "4 contacts")
        }
    }

    @Test func `marked contacts are exported to a named file, and one that is there is asked about`() async throws {
        let written = Mutex<[String]>([])
        var sources = BrowseSources()
        sources.fileKind = { $0 == "old.vcf" ? .file : nil }
        sources.export = { contacts, path in written.withLock { $0 = contacts.map(\.id.rawValue) + [path] } }
        try await BrowseHarness.with(PeopleStore.people(5), sources: sources, shows: "5 contacts") { browse in
            await browse.press(" ", " ", "x")
            await browse.press(.enter)
            #expect(browse.text().contains("Type the name of a file"))
            await browse.type("old.vcf", .enter)
            #expect(browse.text().contains("to replace it"))
            #expect(written.withLock { $0.isEmpty })
            await browse.press(.enter, shows: "Exported 2 contacts")
            #expect(written.withLock { $0 } == ["id-00000", "id-00001", "old.vcf"])
        }
    }

    @Test func `a file that cannot be written is told, and its name can be changed`() async throws {
        var sources = BrowseSources()
        sources.complete = { path, _ in path + "cf" }
        sources.export = { _, path in
            guard path == "y.vcf" else { throw Failure(.cannotCreate, "There is no folder for “\(path)”.") }
        }
        try await BrowseHarness.with(PeopleStore.people(1), sources: sources, shows: "1 contact") { browse in
            await browse.press("x")
            await browse.type("/x/y.vcf", .enter, shows: "There is no folder for “/x/y.vcf”.")
            await browse.idle()
            #expect(browse.text().contains("Export 1 contact"))
            await browse.press(.control("u"))
            await browse.type("y.v", .tab, .enter, shows: "to y.vcf.")
            await browse.idle()
            #expect(!browse.text().contains("Export 1 contact"))
        }
    }

    @Test func `marked contacts are put in a group and taken out of it, and an undo reverts it`() async throws {
        try await BrowseHarness.list(5) { browse in
            await browse.press(" ", " ", "+", shows: "Type the name of a new group.")
            await browse.type("Chess club", .enter, shows: "Added 2 contacts")
            let groups = try await browse.store.repository.overview().categories
            #expect(groups == ["Chess club": 2])
            await browse.press("-", shows: "Chess club")
            await browse.press(.escape)
            await browse.hides("Remove 2 contacts from")
            await browse.press("-", shows: "Chess club")
            await browse.press(.enter, shows: "Removed 2 contacts")
            await browse.press("u", shows: "Undone")
            let again = try await browse.store.repository.overview().categories
            #expect(again == ["Chess club": 2])
        }
    }

    @Test func `a contact on its page is put in a group by a click`() async throws {
        var people = PeopleStore.people(3)
        people[1].categories = ["Friends"]
        try await BrowseHarness.with(people, route: .contact("id-00002"), shows: "p00002@example.org") { browse in
            await browse.press("+", shows: "Friends")
            browse.click(PaletteView.targetName, 0)
            await browse.shows("to the group “Friends”")
        }
    }

    @Test func `the menu stays open with what was typed when the group could not be changed`() async throws {
        try await BrowseHarness.list(1) { browse in
            await browse.press("+", shows: "Type the name of a new group.")
            await browse.type("Chess club")
            _ = try await browse.store.repository.apply([.remove(ContactID(rawValue: "id-00000"))], title: "remove")
            await browse.press(.enter, shows: "no longer exists")
            #expect(browse.text().contains("Chess club"))
            #expect(try await browse.store.repository.overview().categories.isEmpty)
        }
    }
}

struct ContactDetailsViewTests {
    @Test func `values are copied without their types, and opened by their kind`() throws {
        var contact = Contact.complete
        contact.emails = [ContactValue("a b@example.org", types: ["work"]), ContactValue("c@example.org")]
        contact.urls = ["https://example.org", "javascript:alert(1)", "file:///etc/passwd"]
        let lines = DetailLine.lines(of: contact)
        func line(_ label: String, _ number: Int = 0) throws -> DetailLine {
            try #require(lines.filter { $0.label == label }.dropFirst(number).first)
        }
        #expect(try line("E-mail").value == "a b@example.org")
        #expect(try line("E-mail").text.contains("(work)"))
        #expect(try line("E-mail").link == "mailto:a%20b@example.org")
        #expect(try line("E-mail", 1).link == "mailto:c@example.org")
        #expect(try line("Cell").link == "tel:0797654321")
        #expect(try line("Web").link == "https://example.org")
        #expect(try line("Web", 1).link == nil)
        #expect(try line("Web", 2).link == nil)
        #expect(try line("Address").link?.hasPrefix("https://www.openstreetmap.org/search?query=4616") == true)
        // The name stands above the lines.
        #expect(!lines.contains { $0.label == "Name" })
    }

    @Test func `a name that is too long for a line is shown whole`() throws {
        var contact = Contact.complete
        contact.name = PersonName(first: "Karl Theodor Maria Nikolaus", last: "Buhl-Freiherr von und zu Guttenberg")
        let story = Story("long", ContactDetailsView(contact: contact))
        let rows = Storybook([story]).render(story, size: Size(columns: 40, rows: 12)).split(separator: "\n")
        #expect(rows.first?.hasPrefix("Karl Theodor") == true)
        #expect(rows.dropFirst().first?.contains("Guttenberg") == true, "\(rows)")
    }

    @Test func `lines of a difference have their meanings`() {
        let lines = DifferenceLines.styled(["- Nickname:", "+ Nickname: Ada", "same"])
        #expect(lines.map { $0.runs.first?.style } == [.danger, .success, .plain])
    }
}

struct GroupMenuTests {
    private let groups = [("Chess club", 3), ("Family", 4), ("Old club", 1)]
        .map { StoreOverview.Group(name: $0.0, contacts: $0.1) }

    @Test func `typing leaves the groups that have the text; the ones that begin with it come first`() {
        var menu = GroupMenu(.showing(now: nil), groups: groups)
        #expect(menu.entries.map(\.group) == [nil] + groups.map(\.name))
        _ = menu.type(.paste("C"))
        #expect(menu.entries.map(\.group) == ["Chess club", "Old club"])
        _ = menu.type(.key(.down))
        #expect(menu.selected?.group == "Old club")
        _ = menu.type(.paste("lub"))
        #expect(menu.selected?.group == "Chess club")
        #expect(GroupMenu(.showing(now: nil)).selected == nil, "the groups are still being counted")
    }

    @Test func `only adding offers a new group, and prefers one that is there`() {
        var menu = GroupMenu(.adding([ContactID(rawValue: "a")]), groups: groups)
        _ = menu.type(.paste("fam"))
        #expect(menu.entries.map { $0.item.cells[0].text } == ["Family", "New group “fam”"])
        _ = menu.type(.paste("ILY"))
        #expect(menu.entries.map(\.group) == ["Family"])
        var other = GroupMenu(.removing([ContactID(rawValue: "a")]), groups: groups)
        _ = other.type(.paste("x"))
        #expect(other.entries == [] && other.selected == nil)
    }
}

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

    @Test func `no shell reads an address, and the browser of the variable is next, for pages alone`() async throws {
        let folder = try await programs(["xdg-open": 3, "my-browser": 0])
        let opener = LinkOpener(environment: ["PATH": folder.url.path, "BROWSER": "missing:my-browser --new %s -x"])
        let link = "https://example.org/?a=$(touch%20x)&b='`;c"
        #expect(await opener.open(link) == .opened)
        #expect(try folder.text(of: "xdg-open.out") == link + "\n")
        #expect(try folder.text(of: "my-browser.out") == "--new\n\(link)\n-x\n")
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
