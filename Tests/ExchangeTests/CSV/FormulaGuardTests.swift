import Testing

@testable import Exchange

@Suite struct FormulaGuardTests {
    @Test(arguments: [
        "=1+1", "+49 30", "-2", "@SUM(A1)", "＝1", "＋1", "－1", "＠x", "  =1", "\t=1", "\u{A0}=1", "\u{FEFF}=1", "'=1",
        "\t", "\r=x", "\u{200B}@x", "'' +1", "−1",
    ])
    func `what a spreadsheet could calculate gets a quote, and loses it again`(text: String) {
        let guarded = FormulaGuard.guarded(text)
        #expect(guarded == "'" + text)
        #expect(FormulaGuard.unguarded(guarded) == text)
    }

    @Test(arguments: ["", "Ada", "O'Hara", "'s-Gravenhage", "'", "a=b", "1-2", " x", "ada@example.com"])
    func `other text is left alone`(text: String) {
        #expect(FormulaGuard.guarded(text) == text)
        #expect(FormulaGuard.unguarded(text) == text)
    }
}
