import Bloc
import Foundation
import Primitives
import Repository
import Synchronization
import TerminalUI
import Testing

import func TestWatch.withoutPrivileges

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct BookkeepingPagesTests {
    @Test func `birthdays open their contacts`() async throws {
        var people = PeopleStore.people(3)
        people[1].birthday = "1815-12-10"
        try await BrowseHarness.with(people, route: .birthdays, shows: "F00001") { browse in
            await browse.press(.enter, shows: "p00001@example.org")
        }
    }

    @Test func `duplicates are merged from their page`() async throws {
        var people = PeopleStore.people(4)
        people[2].emails = people[1].emails
        people[2].name = people[1].name
        try await BrowseHarness.with(people, route: .duplicates, shows: "F00001 L00001") { browse in
            await browse.press(.enter, shows: "Merge 2 contacts into one?")
            await browse.press("y", shows: "No contacts look like the same person.")
        }
    }

    @Test func `history says what was changed, is searched, and undoes down to a step`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .history) { browse in
            for (id, name) in [("id-00000", "One"), ("id-00001", "Two"), ("id-00000", "Three")] {
                let edit = ContactChange.edit(ContactID(rawValue: id), ContactEdit(firstName: name))
                _ = try await browse.store.repository.apply([edit], title: "edit")
            }
            await browse.shows("Three L00000")
            await browse.press(.enter, shows: "+ First name: Three")
            await browse.press(.escape)
            await browse.hides("+ First name: Three")
            await browse.type("/two")
            // Two steps have the other contact: its edit, and the first one, which added both.
            #expect(browse.text().split(separator: "\n").count { $0.contains("Two") } == 2)
            #expect(browse.text().split(separator: "\n").count { $0.contains("edit") } == 1)
            // The rows between count as well.
            await browse.press(.escape, "U")
            #expect(browse.text().contains("Undo 2 steps"))
            await browse.press("n", .escape)
            #expect(browse.text().contains("Three L00000"))
            await browse.type("/two", .escape, "U")
            await browse.press("y", shows: "Undone")
            #expect(try await browse.store.repository.contact(matching: "id-00001").name.first == "F00001")
        }
    }

    @Test func `rows stay in view while they are read again`() async throws {
        try await BrowseHarness.with(PeopleStore.people(1), route: .history, shows: "F00000 L00000") { browse in
            for _ in 0..<50 {
                await browse.press("r")
                #expect(browse.text().contains("F00000 L00000"))
                await Task.yield()
                #expect(browse.text().contains("F00000 L00000"))
            }
        }
    }

    @Test func `a setting is changed, and its field stays open for a value that cannot be used`() async throws {
        let value = Mutex("auto")
        var sources = BrowseSources(settings: {
            [
                ConfigurationEntry(key: "THEME", value: value.withLock { $0 }, origin: "Base.xcconfig:1"),
                ConfigurationEntry(key: "API_SEED", value: "abc", origin: "Base.xcconfig:2"),
            ]
        })
        sources.setSetting = { key, text in
            guard text != "pink" else { throw ConfigurationError("THEME is “pink”.") }
            #expect(key == .theme)
            value.withLock { $0 = text }
            return nil
        }
        try await BrowseHarness.with([], route: .settings, sources: sources, shows: "Colors") { browse in
            #expect(!browse.text().contains("API_SEED"))
            await browse.press(.enter, .control("u"))
            await browse.type("pink", .enter)
            #expect(browse.text().contains("THEME is “pink”."))
            await browse.press(.control("u"))
            await browse.type("light", .enter, shows: "Saved.")
            await browse.shows("light")
        }
    }

    @Test func `different people are remembered, and are no duplicates any more`() async throws {
        var people = PeopleStore.people(4)
        people[2].name = people[1].name
        try await BrowseHarness.with(people, route: .duplicates, shows: "F00001 L00001") { browse in
            await browse.press("d", shows: "No contacts look like the same person.")
            // What was done last, so undo is about it.
            await browse.press("u", shows: "may be the same person again")
            await browse.shows("F00001 L00001")
        }
    }

    @Test func `a book is begun on the page, and the form stays open after an error`() async throws {
        let rows = Mutex([BookRow(name: "test", isStandard: true, source: .none, database: "/x")])
        var sources = BrowseSources(books: { rows.withLock { $0 } })
        sources.perform = { form, tell in
            guard form[.name] != "bad/name" else { throw Failure(.usage, "“bad/name” is no name for a book.") }
            tell("Working")
            let new = BookRow(name: form[.name], isStandard: true, source: .none, database: "/y")
            rows.withLock { $0.append(new) }
            return form[.name]
        }
        sources.takeMessages = { "a.vcf:6: the card has no END:VCARD" }
        try await BrowseHarness.with([], route: .books, sources: sources, shows: "your own") { browse in
            await browse.press("n")
            await browse.type("bad/name", .enter, shows: "is no name for a book.")
            #expect(browse.text().contains("bad/name"))
            await browse.press(.control("u"))
            await browse.type("family", .enter, shows: "Added the book “family”")
            await browse.shows("a.vcf:6:")
            await browse.shows("family (default)")
        }
    }

    @Test func `a book is synchronized on the page, with its progress, after asking for the password`() async throws {
        let account = CardDAVAccount(address: "https://dav.example.org/", user: "ada")
        let rows = [BookRow(name: "work", isStandard: false, source: .carddav(account), database: "/x")]
        var sources = BrowseSources(books: { rows })
        let asks = Mutex(true)
        sources.needsPassword = { row in row.name == "work" && asks.withLock { $0 } }
        let (steps, next) = AsyncStream.makeStream(of: Void.self)
        sources.perform = { form, _ in
            #expect(form[.password] == "secret" && form.kind == .password("work"))
            asks.withLock { $0 = false }
            return "work"
        }
        sources.synchronize = { book, tell in
            tell("Synchronizing: 3 of 7 contacts")
            for await _ in steps { break }
            return "Synchronized with “\(book)”: nothing to do."
        }
        try await BrowseHarness.with([], route: .books, sources: sources, shows: "work") { browse in
            await browse.press("s", shows: "Password")
            await browse.type("secret")
            #expect(!browse.text().contains("secret"))
            await browse.press(.enter, shows: "Synchronized the book “work”.")
            await browse.press("s", shows: "3 of 7 contacts")
            next.yield()
            await browse.shows("nothing to do.")
        }
    }

    @Test func `the default book is chosen on the page, and a book of one's own is connected`() async throws {
        let chosen = Mutex<[String]>([])
        let rows = [BookRow(name: "test", isStandard: false, source: .none, database: "/x")]
        var sources = BrowseSources(books: { rows })
        sources.makeDefault = { book in chosen.withLock { $0.append(book) } }
        sources.perform = { form, _ in
            #expect(form.kind == .connection("test") && form[.address] == "https://dav.example.org/")
            return "test"
        }
        try await BrowseHarness.with([], route: .books, sources: sources, shows: "your own") { browse in
            await browse.press("m")
            #expect(chosen.withLock { $0 } == ["test"])
            await browse.press("c")
            await browse.type("https://dav.example.org/", .enter, .enter, .enter, shows: "Connected and synchronized")
        }
    }

    @Test(arguments: [([Key("a")], "all"), ([.down, .enter], "home")])
    func `all books, and another book, are chosen from the list of books`(keys: [Key], book: String) async throws {
        let rows = ["test", "home"].map { BookRow(name: $0, isStandard: false, source: .none, database: "/x") }
        try await BrowseHarness.with([], route: .books, sources: BrowseSources(books: { rows })) { browse in
            await browse.shows("home")
            for key in keys { await browse.press(key) }
            #expect(browse.ends == [.book(book, .home)])
        }
    }
}

@Suite(.timeLimit(.minutes(20))) @MainActor struct RowsPageTests {
    @Test func `rows are moved over by keys, within their number, shown whole and copied`() async throws {
        let sources = BrowseSources(
            settings: { (0..<40).map { ConfigurationEntry(key: "KEY_\($0)", value: "v\($0)", origin: "here") } }
        )
        try await BrowseHarness.with([], route: .settings, sources: sources) { browse in
            await browse.press("a", shows: "KEY_0")
            await browse.press("G")
            #expect(browse.text().contains("KEY_39"))
            await browse.press(.down, "y")
            #expect(browse.copied == ["KEY_39 = v39"])
            await browse.press("g", .up, .enter)
            #expect(browse.text(columns: 40).contains("From  here"))
            await browse.press("y")
            #expect(browse.copied.last == "KEY_0 = v0")
        }
    }
}

struct RowSearchTests {
    private func cells(_ row: (String, String)) -> ListRow { ListRow([StyledText(row.0), StyledText(row.1)]) }

    @Test func `rows have all words somewhere, without regard to case and accents`() {
        let rows = [("Zoë", "home"), ("Ada", "work"), ("Zora", "work")]
        #expect(RowSearch("zo").found(rows, cells).map(\.0) == ["Zoë", "Zora"])
        #expect(RowSearch("zoe").found(rows, cells).map(\.0) == ["Zoë"])
        #expect(RowSearch("WORK zo").found(rows, cells).map(\.0) == ["Zora"])
        #expect(RowSearch().found(rows, cells).count == 3)
    }
}

struct SettingsFileTests {
    @Test func `a setting takes the place of its last line, and everything else stays`() {
        let old = "// Mine\nTHEME = dark\nTHEME[config=PROD] = none\nAPI_SEED = x\n"
        let new = "// Mine\nTHEME = light\nTHEME[config=PROD] = none\nAPI_SEED = x\n"
        #expect(SettingsFile.text(old, setting: "THEME", to: "light") == new)
        #expect(SettingsFile.text("A = 1", setting: "THEME", to: "light") == "A = 1\nTHEME = light\n")
        #expect(SettingsFile.text("", setting: "THEME", to: "") == "THEME = \n")
    }

    private func file(_ folder: TemporaryFolder, _ variables: [String: String] = [:]) -> SettingsFile {
        let environment = ["HOME": folder.url.path].merging(variables) { $1 }
        return SettingsFile(loader: ConfigurationLoader(processEnvironment: environment), flags: ConfigurationFlags())
    }

    @Test func `a value is written, one that cannot be used leaves the file alone, and what is stronger is named`()
        throws
    {
        let folder = try TemporaryFolder()
        let file = file(folder)
        let path = try #require(file.loader.localFile)
        #expect(throws: ConfigurationError.self) { try file.set(.theme, "pink") }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try file.set(.theme, "light") == nil)
        #expect(throws: ConfigurationError.self) { try file.set(.cacheTTLSeconds, "never") }
        #expect(throws: ConfigurationError.self) { try file.set(.theme, "light // dark") }
        #expect(FileManager.default.contents(atPath: path) == Data("THEME = light\n".utf8))
        #expect(try self.file(folder, ["CONTACTS_THEME": "dark"]).set(.theme, "none") == "CONTACTS_THEME")
    }

    @Test func `a file that cannot be read is not replaced`() throws {
        let folder = try TemporaryFolder()
        let file = file(folder)
        let path = try #require(file.loader.localFile)
        #expect(try file.set(.apiSeed, "mine") == nil)
        #expect(chmod(path, 0) == 0 && chmod(URL(filePath: path).deletingLastPathComponent().path, 0o777) == 0)
        #expect(throws: Failure.self) { try withoutPrivileges { try file.set(.theme, "light") } }
        #expect(FileManager.default.contents(atPath: path) == Data("API_SEED = mine\n".utf8))
    }
}
