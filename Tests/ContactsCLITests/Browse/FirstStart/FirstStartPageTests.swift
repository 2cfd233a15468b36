import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct FirstStartPageTests {
    /// A session whose first page is that of the first start.
    private func begin(
        _ perform: @escaping @MainActor @Sendable (FlowWork) async throws -> String,
        _ test: @MainActor (BrowseHarness) async throws -> Void
    ) async throws {
        var isNow = true
        var sources = BrowseSources()
        sources.firstPage = { context in
            guard isNow else { return nil }
            return FirstStartPage(context) { work in
                let book = try await perform(work)
                isNow = false
                return book
            }
        }
        try await BrowseHarness.with([], sources: sources, test)
    }

    @Test func `looking around shows the list`() async throws {
        try await begin { work in
            #expect(work == .fetchPeople)
            return ""
        } _: { browse in
            #expect(browse.text().contains("Look around among invented people"))
            await browse.press(.down, .down, .down, .enter)
            await browse.shows("No contacts.")
        }
    }

    @Test func `a book is begun under the name that is typed`() async throws {
        try await begin { work in
            #expect(work == .addBook(name: "family"))
            return "family"
        } _: { browse in
            await browse.press(.enter)
            #expect(browse.text().contains("Name"))
            await browse.type("family")
            await browse.press(.enter)
            while browse.ends.isEmpty { await Task.yield() }
            #expect(browse.ends == [.book("family", .home)])
        }
    }

    @Test func `a file without a name is asked for, and every choice is in sight on a small screen`() async throws {
        try await begin { _ in
            ""
        } _: { browse in
            await browse.press(.down, .down, .down)
            #expect(browse.text(columns: 20, rows: 5).contains("Look around"))
            await browse.press(.up, .up, .enter, .enter)
            #expect(browse.text().contains("Type the path of the file first"))
        }
    }

    @Test func `work that fails says why and asks again`() async throws {
        try await begin { _ in
            throw Failure(.noInput, "There is no file “x”.")
        } _: { browse in
            await browse.press(.down, .enter)
            await browse.type("x")
            await browse.press(.enter)
            await browse.shows("There is no file “x”.")
            #expect(browse.text().contains("Import contacts from a file"))
            await browse.press(.escape)
            #expect(browse.text().contains("How do you want to begin?"))
        }
    }
}
