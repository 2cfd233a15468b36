import Bloc
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
            await browse.press(.character(" "), .character("M"))
            #expect(browse.text().contains("1 marked") && !browse.text().contains("Merge"))
            await browse.press(.character(" "))
            #expect(browse.text().contains("2 marked"))
            await browse.press(.character("M"))
            await browse.shows("Merge 2 contacts into one?")
            await browse.shows("MERGED")
            await browse.shows("Met in Bern")
            await browse.press(.character("n"))
            await browse.hides("Merge 2 contacts")
            await browse.press(.character("M"), .character("y"))
            await browse.shows("3 contacts")
        }
    }

    @Test func `lines of a difference have their meanings`() {
        let lines = DifferenceLines.styled(["- Nickname:", "+ Nickname: Ada", "same"])
        #expect(lines.map { $0.runs.first?.style } == [.danger, .success, .plain])
    }
}
