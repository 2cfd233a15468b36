import Repository
import Testing

@testable import ContactsCLI

struct NoticeReportTests {
    private func report() -> NoticeReport {
        NoticeReport(
            messages: MessagePrinter(descriptor: Descriptor(number: -1), isQuiet: false, environment: [:])
        )
    }

    @Test func `an unreadable person makes the work partial`() {
        var report = report()
        #expect(report.status == .success)
        report.tell([.unreadablePerson(page: 1, index: 3, reason: "it is not an object")])
        #expect(report.status == .partial)
    }

    @Test func `other notices do not`() {
        var report = report()
        report.tell([
            .responseDiffers([ResponseDifference(parameter: "results", asked: "50", answered: "10")]),
            .stale(age: .seconds(7_200), cause: RepositoryError(.network, "No network.")),
            .databaseSetAside(path: "x"),
        ])
        #expect(report.status == .success)
    }

    @Test(arguments: [
        (
            RepositoryNotice.unreadablePerson(page: 1, index: 3, reason: "it is not an object"),
            "page 1, person 3 (counted from 0): it is not an object"
        ),
        (
            .responseDiffers([
                ResponseDifference(parameter: "results", asked: "50", answered: "10"),
                ResponseDifference(parameter: "seed", asked: "a, b", answered: "c"),
            ]),
            "The server answered with results 10, not 50; with seed c, not a, b."
        ),
        (
            .stale(age: .seconds(7_200), cause: RepositoryError(.network, "No network.")),
            "Showing the contacts stored here, 2 h old: No network."
        ),
    ])
    func `a notice names what it is about`(notice: RepositoryNotice, text: String) {
        #expect(NoticeReport.text(of: notice) == text)
    }
}
