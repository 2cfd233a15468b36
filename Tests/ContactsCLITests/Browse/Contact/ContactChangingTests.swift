import Bloc
import BlocTesting
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct ContactChangingTests {
    @Test func `marked contacts are merged after a look at what comes of it`() async throws {
        var people = PeopleStore.people(4)
        people[1].note = "Met in Bern"
        try await BrowseHarness.with(people) { browse in
            await browse.shows("4 contacts")
            // One contact cannot be merged, and no key says that it could.
            await browse.press(" ", "M")
            #expect(browse.text().contains("1 marked") && !browse.text().contains("Merge"))
            await browse.press(" ")
            #expect(browse.text().contains("2 marked"))
            await browse.press("M", shows: "Merge 2 contacts into one?")
            await browse.shows("MERGED")
            await browse.shows("Met in Bern")
            await browse.press("n")
            await browse.hides("Merge 2 contacts")
            await browse.press("M", "y", shows: "3 contacts")
        }
    }

    @Test func `nothing is removed without a yes, whatever keys come`() async throws {
        try await BrowseHarness.list(3) { browse in
            var random = SplitMix64(seed: 3)
            let keys: [Key] = ["d", "n", "j", "k", .delete, .escape, .tab, .left, .up]
            for _ in 0..<300 { await browse.press(keys.randomElement(using: &random) ?? "d") }
            let page = try await browse.store.repository.contacts(ContactQuery(limit: 9), policy: .cacheOnly)
            #expect(page.contacts.count == 3)
        }
    }

    @Test func `lines of a difference have their meanings`() {
        let lines = DifferenceLines.styled(["- Nickname:", "+ Nickname: Ada", "same"])
        #expect(lines.map { $0.runs.first?.style } == [.danger, .success, .plain])
    }
}
