import Primitives
import Testing

@testable import Exchange

@Suite struct CSVSurveyTests {
    private func survey(_ dates: [String], order: DateOrder? = nil) throws -> CSVSurvey {
        var survey = CSVSurvey(options: CSVOptions(order: order))
        let text = "name,birthday,anniversary\n" + dates.map { "A,\($0),\n" }.joined()
        try survey.take(Array(text.utf8), isLast: true)
        return survey
    }

    @Test(arguments: [
        (["3/4/1980", "25/12/1980"], DateOrder.dmy), (["3/4/1980", "12/25/1980"], .mdy),
        (["03/04/05", "80/12/31"], .ymd),
    ])
    func `one date decides for all`(dates: [String], order: DateOrder) throws {
        let survey = try survey(dates)
        #expect(survey.doubt == nil)
        #expect(survey.order == order)
    }

    @Test func `dates that are the same in every order left are no doubt`() throws {
        let survey = try survey(["5/5/1980", "6/6/1981"])
        #expect(survey.doubt == nil)
        #expect(survey.order != nil)
    }

    @Test func `without a decision, the first date that has several readings is the doubt`() throws {
        let survey = try survey(["1980-01-02", "5/5/1980", "3/4/1980"])
        #expect(survey.doubt == CSVSurvey.Doubt(line: 4, text: "3/4/1980", orders: [.dmy, .mdy]))
        #expect(survey.order == nil)
        #expect(try self.survey(["3/4/1980"], order: .mdy).doubt == nil)
    }

    @Test func `dates that contradict each other decide for themselves only`() throws {
        #expect(try survey(["25/12/1980", "12/25/1980"]).doubt == nil)
        #expect(try survey(["25/12/1980", "12/25/1980", "1/2/1980"]).doubt?.text == "1/2/1980")
    }
}
