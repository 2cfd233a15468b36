import Repository
import Testing

@testable import Exchange

@Suite struct CSVColumnTests {
    @Test(arguments: [
        ("First Name", ContactField.first), ("E-mail 1 - Value", nil), ("job_title", .jobTitle), ("Nick", .nickname),
        ("Website 2", .urls), ("GROUPS", .categories), ("Shoe size", nil),
    ])
    func `a header names a field in any case and punctuation`(header: String, expected: ContactField?) {
        guard case .field(let field)? = CSVColumn(header: header) else {
            #expect(expected == nil)
            return
        }
        #expect(field == expected)
    }

    @Test func `every column that is written is read as its field`() {
        for field in ContactField.columns {
            guard let header = field.columns.first, case .field(let read)? = CSVColumn(header: header) else {
                Issue.record("\(field) has no column")
                continue
            }
            #expect(read == field)
        }
    }
}
