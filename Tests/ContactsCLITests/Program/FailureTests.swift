import Repository
import RepositoryDoubles
import Testing

@testable import ContactsCLI

struct FailureTests {
    @Test(arguments: [
        (RepositoryError.Code.notFound, 1), (.ambiguous, 64), (.invalidInput, 64), (.invalidConfiguration, 78),
        (.network, 69), (.server, 69), (.rateLimited, 75), (.unauthorized, 77), (.unreadableDatabase, 65),
        (.databaseBusy, 75), (.cannotCreate, 73), (.inputOutput, 74), (.internal, 70),
    ])
    func `each failure of the data layer has its exit code`(code: RepositoryError.Code, status: Int) {
        let failure = Failure(RepositoryError(code, "What happened."))
        #expect(Int(failure.status.rawValue) == status)
        #expect(failure.message == "What happened.")
    }

    @Test func `an unexpected error is a defect, told without its contents`() {
        struct Surprise: Error { let secret = "hunter2" }
        let failure = Failure(Surprise())
        #expect(failure.status == .defect)
        #expect(!failure.message.contains("hunter2"))
    }
}

struct NoticeReportTests {
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
