import Testing

@testable import Exchange

@Suite struct CSVHeaderFileTests {
    private let file = CSVHeaderFile(
        """
        # What is behind a number sign says nothing.
        [outlook English]
        Title
        First Name
        Job Title
        ISDN
        Notes

        [outlook French]
        Job Title = Titre;Fonction
        Title = Titre
        First Name = Prénom
        Nickname = Surnom

        [words French]
        city = ville

        [outlook German]
        Notes = Notizen

        [values]
        no = nein;non
        no = ne
        """
    )

    @Test(arguments: [
        ("prénom", "First Name"), ("fonction", "Job Title"), ("surnom", "Nickname"), ("notes", "Notes"),
        ("isdn", "ISDN"), ("size", nil), ("", nil),
    ])
    func `a name stands for the English one in its line`(key: String, english: String?) {
        #expect(file.languages[0][0].english(key) == english)
    }

    @Test func `of a name with several meanings, each occurrence is the next one`() {
        let set = file.languages[0][0]
        #expect([0, 1, 2].map { set.english("titre", occurrence: $0) } == ["Title", "Job Title", "Job Title"])
    }

    @Test func `the sets of a language stand together, and words are known in every file`() {
        #expect(file.languages.map(\.count) == [2, 1])
        #expect(file.words.map { $0.english("ville") } == ["city"])
        #expect(file.values == ["no": ["nein", "non", "ne"]])
    }

    @Test func `the program has the file of the repository, with 31 languages`() {
        #expect(CSVHeaderFile.shared.languages.count == 31)
        #expect(CSVHeaderFile.shared.words.count == 2)
        #expect(CSVHeaderFile.shared.values.keys.sorted() == ["female", "male", "no", "normal", "unspecified"])
    }
}
