import Foundation
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

struct ProblemDetailsTests {
    private func entry(_ number: Int, _ bloc: String, _ change: String) -> LoggedTransition {
        LoggedTransition(
            number: number,
            date: Date(timeIntervalSince1970: 0),
            kind: .transition,
            bloc: bloc,
            event: "requested",
            change: change,
            cause: nil
        )
    }

    @Test func `a failure says what happened, what led to it and what to do`() {
        let log = [
            entry(1, "a#1", "text"), entry(2, "b#2", "other"), entry(3, "a#1", "content: loading → error"),
            entry(4, "b#2", "later"),
        ]
        let error = RepositoryError(.databaseBusy, "Another program is writing to the database. Try again.")
        let text = ProblemDetails.lines(of: error, path: "/history", recent: log).map(\.text).joined(separator: "\n")
        #expect(text.contains("Another program is writing"))
        #expect(text.contains("database-busy") && text.contains("then try again") && text.contains("/history"))
        #expect(ProblemDetails.chain(log).map(\.number) == [1, 3])
        #expect(ProblemDetails.chain([]).isEmpty)
    }

    @Test func `contacts that fit an identifier are not named`() {
        let person = PeopleStore.people(1)[0]
        let error = RepositoryError(.ambiguous, "“id” fits several contacts.", candidates: [person])
        let text = ProblemDetails.lines(of: error, path: "/contact/id", recent: []).map(\.text).joined()
        #expect(!text.contains("F00000"))
    }
}
