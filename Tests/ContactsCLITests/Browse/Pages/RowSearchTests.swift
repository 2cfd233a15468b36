import TerminalUI
import Testing

@testable import ContactsCLI

struct RowSearchTests {
    private func cells(_ row: (String, String)) -> ListRow { ListRow([StyledText(row.0), StyledText(row.1)]) }

    @Test func `rows have all words somewhere, without regard to case and accents`() {
        let rows = [("Zoë", "home"), ("Ada", "work"), ("Zora", "work")]
        #expect(RowSearch("zo").found(rows, cells).map(\.0) == ["Zoë", "Zora"])
        #expect(RowSearch("zoe").found(rows, cells).map(\.0) == ["Zoë"])
        #expect(RowSearch("WORK zo").found(rows, cells).map(\.0) == ["Zora"])
        #expect(RowSearch().found(rows, cells).count == 3)
    }

    @Test func `Escape gives the keys back, and the search stays until it is cleared`() {
        var search = RowSearch()
        #expect(search.type(.key("a")) == false)
        search.begin()
        #expect(search.type(.key("a")) && search.text == "a")
        #expect(search.type(.key(.enter)) == false)
        #expect(search.type(.key(.escape)) && !search.isTyping && search.isShown)
        search.clear()
        #expect(!search.isShown)
    }
}
