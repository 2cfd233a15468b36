import Testing

@testable import Exchange

@Suite struct CSVTranslationTests {
    @Test(arguments: [
        ("vorname", "firstname"), ("straßegeschäftlich2", "businessstreet2"), ("ortprivat", "homecity"),
        ("telefongeschäftlich", "businessphone"), ("weitererort", "othercity"), ("ville", "city"),
        ("codepostalbureau", "businesspostalcode"), ("prénom", "firstname"), ("firstname", "firstname"),
        ("privat", "private"), ("shoesize", "shoesize"),
    ])
    func `a column in another language has its English key`(key: String, english: String) {
        #expect(CSVTranslation.english(key) == english)
    }
}
