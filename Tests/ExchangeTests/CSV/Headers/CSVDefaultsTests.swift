import Testing

@testable import Exchange

@Suite struct CSVDefaultsTests {
    @Test(arguments: [
        ("Unspecified", "gender"), ("Keine Angabe", "gender"), ("Не определен", "gender"), ("Normal", "priority"),
        ("Normální", "sensitivity"), ("Обычная", "priority"), ("FALSCH", "private"), ("Onwaar", "private"),
        ("Ложь", "private"), ("False", "private"),
    ])
    func `what Outlook writes for nothing says nothing`(value: String, key: String) {
        #expect(CSVDefaults.isDefault(value, of: key))
        #expect(!CSVDefaults.isDefault(value, of: "note"))
    }

    @Test(arguments: [
        ("Niedrig", "priority"), ("High", "priority"), ("Privat", "sensitivity"), ("TRUE", "private"),
        ("Wahr", "private"),
        ("Female", "gender"), ("Normandy is where she lives", "sensitivity"),
    ])
    func `what its user chose is kept`(value: String, key: String) {
        #expect(!CSVDefaults.isDefault(value, of: key))
    }

    @Test(arguments: [
        ("Männlich", "male"), ("F", "female"), ("Mężczyzna", "male"), ("Женский", "female"), ("Vrouw", "female"),
        ("nonbinary", "nonbinary"),
    ])
    func `a gender has its English word`(text: String, english: String) {
        #expect(CSVDefaults.gender(text) == english)
    }
}
