import Repository
import Testing

@testable import ContactsCLI

struct HelpTextsTests {
    @Test func `the topics name all fields, formats and keys`() {
        for name in ContactField.queryNames { #expect(HelpTexts.query.contains(name), "\(name)") }
        for field in OutputField.names { #expect(HelpTexts.formats.contains(field)) }
        for format in ListFormat.allCases { #expect(HelpTexts.formats.contains(format.rawValue)) }
        for key in ConfigurationKey.allCases { #expect(HelpTexts.configuration.contains(key.rawValue)) }
    }

    @Test func `the formats topic has the keys of each report`() {
        let text = HelpTexts.formats.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("history " + Report.history.columns.map(\.key).joined(separator: ", ")))
        #expect(text.contains("birthdays " + Report.birthdays.columns.map(\.key).joined(separator: ", ")))
        #expect(text.contains("group list " + Report.groups.columns.map(\.key).joined(separator: ", ")))
        #expect(text.contains("address " + Report(.email).columns.map(\.key).joined(separator: ", ")))
    }

    @Test func `the exit statuses are all there`() {
        let statuses: [ContactsCLI.ExitStatus] = [
            .success, .failure, .partial, .usage, .badData, .noInput, .unavailable, .defect, .cannotCreate,
            .inputOutput, .tryAgain, .noPermission, .configuration, .hungUp, .interrupted, .quit, .terminated,
        ]
        let words = Set(HelpTexts.exitCodes.split { !$0.isNumber }.map(String.init))
        for status in statuses { #expect(words.contains(String(status.rawValue)), "\(status)") }
    }
}
