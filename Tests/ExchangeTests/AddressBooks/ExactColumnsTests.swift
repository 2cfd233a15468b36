import Repository
import RepositoryDoubles
import Testing

@testable import Exchange

@Suite struct ExactColumnsTests {
    @Test(arguments: ["", "plain", "two words", "ä\n%\t\u{7F}", "100%", "%41", "%zz", "👩‍🚀"])
    func `encoded text comes back`(text: String) {
        #expect(ExactColumns.decoded(ExactColumns.encoded(text)) == text || text == "%zz")
        #expect(!ExactColumns.encoded(text).contains { $0.isWhitespace || !$0.isASCII })
        #expect(ExactColumns.decoded(ExactColumns.encoded(text, keepsBlanks: true)) == text)
    }

    @Test func `a contact comes back from its columns`() {
        let pairs = CSVExchangeFormat.columns(of: .complete)
        #expect(!pairs.contains { $0.value.isEmpty })
        let again = ExactColumns.contact(pairs)
        #expect(again?.name == Contact.complete.name)
        #expect(again?.phones == Contact.complete.phones)
        #expect(ExactColumns.contact([]) == nil)
    }
}
