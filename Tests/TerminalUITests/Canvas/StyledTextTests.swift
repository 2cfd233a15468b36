import BlocTesting
import Testing

@testable import TerminalUI

struct StyledTextTests {
    @Test func `ranges are highlighted, what overlaps is left out`() throws {
        let text = "Ada Lovelace"
        let ada = text.startIndex..<text.index(text.startIndex, offsetBy: 3)
        let overlapping = text.startIndex..<text.index(text.startIndex, offsetBy: 5)
        let styled = StyledText(text, style: .dim, highlighting: [ada, overlapping], as: .match)
        #expect(styled.runs.map(\.text) == ["Ada", " Lovelace"])
        #expect(styled.runs.map(\.style) == [.match, .dim])
        #expect(styled.text == text)
    }

    @Test(arguments: 0..<30)
    func `a cut text fits`(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let text =
            StyledText(HostileText.random(using: &numbers))
            + StyledText(HostileText.random(using: &numbers), style: .dim)
        for columns in 0...20 {
            let cut = text.cut(to: columns, ellipsis: "…")
            #expect(cut.columns <= columns)
            if text.columns <= columns { #expect(cut == text) }
        }
    }
}
