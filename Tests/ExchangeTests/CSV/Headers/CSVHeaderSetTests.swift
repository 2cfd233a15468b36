import Testing

@testable import Exchange

@Suite struct CSVHeaderSetTests {
    private let set = CSVHeaderSet(
        ["Title", "First Name", "Job Title", "ISDN", "Notes"],
        """
        Titre|Prénom|Titre;Fonction
        |Notes
        """,
        others: "Surnom=Nickname"
    )

    @Test(arguments: [
        ("prénom", "First Name"), ("fonction", "Job Title"), ("surnom", "Nickname"), ("notes", "Notes"),
        ("isdn", "ISDN"),
        ("size", nil), ("", nil),
    ])
    func `a name stands for the English one in its place`(key: String, english: String?) {
        #expect(set.english(key) == english)
    }

    @Test func `of a name with several meanings, each occurrence is the next one`() {
        #expect([0, 1, 2].map { set.english("titre", occurrence: $0) } == ["Title", "Job Title", "Job Title"])
    }
}
