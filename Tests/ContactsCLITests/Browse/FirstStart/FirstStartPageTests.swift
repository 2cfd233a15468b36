import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct FirstStartPageTests {
    /// A session whose first page is that of the first start.
    private func begin(
        _ perform: @escaping @MainActor @Sendable (BookForm?) async throws -> String,
        _ test: @MainActor (BrowseHarness) async throws -> Void
    ) async throws {
        var sources = BrowseSources()
        sources.isFirstStart = true
        sources.perform = { form, _ in try await perform(form) }
        sources.fetchPeople = { _ = try await perform(nil) }
        try await BrowseHarness.with([], sources: sources, test)
    }

    @Test func `what is typed while the work runs is not put into the form`() async throws {
        let (work, ending) = AsyncStream<Never>.makeStream()
        try await begin { _ in
            for await _ in work {}
            throw Failure(.noInput, "There is no file “x.vcf”.")
        } _: { browse in
            await browse.press(.down, .enter)
            await browse.type("x.vcf")
            await browse.press(.enter)
            await browse.type("zz")
            ending.finish()
            await browse.shows("There is no file")
            #expect(browse.text().contains("x.vcf") && !browse.text().contains("zz"))
        }
    }

    @Test
    func `a file without a name is asked for, every choice fits a small screen, and looking around shows the list`()
        async throws
    {
        try await begin { form in
            #expect(form == nil)
            return ""
        } _: { browse in
            #expect(browse.text().contains("Look around with invented people"))
            await browse.press(.down, .down, .down)
            #expect(browse.text(columns: 20, rows: 5).contains("Look around"))
            await browse.press(.up, .up, .enter, .enter)
            #expect(browse.text().contains("Type the path of the file first"))
            await browse.press(.escape)
            await browse.press(.down, .down, .down, .enter, shows: "No contacts.")
        }
    }

    @Test func `a password is never shown, and of several address books one is chosen on the page`() async throws {
        try await begin { form in
            guard form?[.address] != "https://dav.example.org/club/" else {
                // The address of mail that was typed in its place.
                #expect(form?[.user] == "ada@example.org")
                return "home"
            }
            let details = ["https://dav.example.org/home/  Home", "https://dav.example.org/club/  Club"]
            throw Failure(.usage, "The account has 2 address books.", details: details)
        } _: { browse in
            await browse.press(.down, .down, .enter)
            await browse.type("ada@example.org", .enter, .enter)
            await browse.type("secret")
            #expect(browse.text().contains("******") && !browse.text().contains("secret"))
            await browse.press(.enter, shows: "Club")
            await browse.press(.down, .enter)
            while browse.ends.isEmpty { await Task.yield() }
            #expect(browse.ends == [.book("home", .home)])
        }
    }
}
