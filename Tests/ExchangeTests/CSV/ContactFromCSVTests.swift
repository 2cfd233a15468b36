import Primitives
import Repository
import Testing

@testable import Exchange

@Suite struct ContactFromCSVTests {
    @Test func `a header without a name, an address or a number is none`() throws {
        #expect(try ContactFromCSV(header: ["a", "b"]) == nil)
        #expect(try ContactFromCSV(header: ["city"]) == nil)
        #expect(try ContactFromCSV(header: ["'Email"]) != nil)
    }

    @Test(arguments: [
        ("* Boat,Home, mobile", ["Boat", "home", "cell"], true), ("other,B x", ["other", "B x"], false),
        ("* \u{2028}x", ["\u{2028}x"], true),
    ])
    func `types in a file of this program are labels, too`(text: String, expected: [String], preferred: Bool) {
        var (types, isPreferred): ([String], Bool) = ([], false)
        CSVTypes.set(text, &types, &isPreferred, isOwn: true)
        #expect(types == expected)
        #expect(isPreferred == preferred)
    }

    @Test(arguments: [
        ("* Home", ["home"], true), ("Mobile", ["cell"], false), ("home,work", ["home", "work"], false),
        ("Other", [], false), ("Work Fax", ["work", "fax"], false), ("Grand Central", ["grand central"], false),
    ])
    func `types are read as exports and Google write them`(text: String, expected: [String], preferred: Bool) {
        var (types, isPreferred): ([String], Bool) = ([], false)
        CSVTypes.set(text, &types, &isPreferred, isOwn: false)
        #expect(types == expected)
        #expect(isPreferred == preferred)
    }
}
