import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct RowsPageTests {
    @Test func `a failure is shown, and loaded again by a key`() async throws {
        let sources = BrowseSources(books: { throw RepositoryError(.inputOutput, "The list of books cannot be read.") })
        try await BrowseHarness.with(PeopleStore.people(3), route: .books, sources: sources) { browse in
            await browse.shows("The list of books cannot be read.")
            await browse.press("r", shows: "The list of books cannot be read.")
        }
    }

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
