import Foundation
import RandomUserServer
import Testing

/// What is particular to the people of each nation.
@Suite struct NationalRulesTests {
    /// The shapes of a nation's numbers, in which 9 is a digit and A a capital letter.
    struct Shapes: Sendable, CustomTestStringConvertible {
        let nation: String
        let country: String
        let identity: String
        let numbers: [String]
        let phone: [String]
        let cell: String
        /// A shape for text, or `nil` for a whole number.
        var postcode: [String]?
        var postcodes: ClosedRange<Double> = 10_000...99_999

        var testDescription: String { nation }
    }

    static let shapes: [Shapes] = [
        Shapes(
            nation: "AU",
            country: "Australia",
            identity: "TFN",
            numbers: ["999999999"],
            phone: ["09-9999-9999"],
            cell: "0499-999-999",
            postcodes: 200...9_999
        ),
        Shapes(
            nation: "BR",
            country: "Brazil",
            identity: "CPF",
            numbers: ["999.999.999-99"],
            phone: ["(99) 9999-9999"],
            cell: "(99) 9999-9999"
        ),
        Shapes(
            nation: "CA",
            country: "Canada",
            identity: "SIN",
            numbers: ["999999999"],
            phone: ["A99 A99-9999"],
            cell: "A99 A99-9999",
            postcode: ["A9A 9A9"]
        ),
        Shapes(
            nation: "CH",
            country: "Switzerland",
            identity: "AVS",
            numbers: ["756.9999.9999.99"],
            phone: ["079 999 99 99"],
            cell: "079 999 99 99",
            postcodes: 1_000...9_999
        ),
        Shapes(
            nation: "DE",
            country: "Germany",
            identity: "SVNR",
            numbers: ["99 999999 A 999"],
            phone: ["0999-9999999"],
            cell: "0179-9999999"
        ),
        Shapes(
            nation: "DK",
            country: "Denmark",
            identity: "CPR",
            numbers: ["999999-9999", "9999999-9999"],
            phone: ["99999999"],
            cell: "99999999"
        ),
        Shapes(
            nation: "ES",
            country: "Spain",
            identity: "DNI",
            numbers: ["99999999-A"],
            phone: ["999-999-999"],
            cell: "699-999-999"
        ),
        Shapes(
            nation: "FI",
            country: "Finland",
            identity: "HETU",
            numbers: ["NaNNA999undefined"],
            phone: ["09-999-999"],
            cell: "049-999-99-99"
        ),
        Shapes(
            nation: "FR",
            country: "France",
            identity: "INSEE",
            numbers: ["9999999999999 99", "99999999999999 99"],
            phone: ["09-99-99-99-99"],
            cell: "06-99-99-99-99"
        ),
        Shapes(
            nation: "GB",
            country: "United Kingdom",
            identity: "NINO",
            numbers: ["AA 99 99 99 A"],
            phone: ["0119 999 9999", "0191 999 9999", "099999 99999", "099999 9999", "01999 999999", "029 9999 9999"],
            cell: "07999 999999",
            postcode: ["A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA"]
        ),
        Shapes(
            nation: "IE",
            country: "Ireland",
            identity: "PPS",
            numbers: ["9999999T"],
            phone: ["091-999-9999"],
            cell: "081-999-9999"
        ),
        Shapes(
            nation: "IN",
            country: "India",
            identity: "UIDAI",
            numbers: ["999999999999"],
            phone: ["9999999999"],
            cell: "9999999999"
        ),
        Shapes(
            nation: "IR",
            country: "Iran",
            identity: "",
            numbers: [],
            phone: ["099-99999999"],
            cell: "0999-999-9999"
        ),
        Shapes(
            nation: "MX",
            country: "Mexico",
            identity: "NSS",
            numbers: ["99 99 99 9999 9"],
            phone: ["(699) 999 9999"],
            cell: "(699) 999 9999"
        ),
        Shapes(
            nation: "NL",
            country: "Netherlands",
            identity: "BSN",
            numbers: ["99999999"],
            phone: ["(999)-999-9999"],
            cell: "(999)-999-9999",
            postcode: ["9999 AA"]
        ),
        Shapes(
            nation: "NO",
            country: "Norway",
            identity: "FN",
            numbers: ["99999999999"],
            phone: ["99999999"],
            cell: "99999999",
            postcode: ["9999"]
        ),
        Shapes(
            nation: "NZ",
            country: "New Zealand",
            identity: "",
            numbers: [],
            phone: ["(999)-999-9999"],
            cell: "(999)-999-9999"
        ),
        Shapes(
            nation: "RS",
            country: "Serbia",
            identity: "SID",
            numbers: ["999999999"],
            phone: ["099-9999-999"],
            cell: "069-9999-999"
        ),
        Shapes(
            nation: "TR",
            country: "Turkey",
            identity: "",
            numbers: [],
            phone: ["(999)-999-9999"],
            cell: "(999)-999-9999"
        ),
        Shapes(
            nation: "UA",
            country: "Ukraine",
            identity: "",
            numbers: [],
            phone: ["(099) A99-9999"],
            cell: "(099) A99-9999"
        ),
        Shapes(
            nation: "US",
            country: "United States",
            identity: "SSN",
            numbers: ["999-99-9999"],
            phone: ["(999) 999-9999"],
            cell: "(999) 999-9999"
        ),
    ]

    private func people(_ nation: String, results: Int = 120, fields: String = "") async throws -> [JSONValue] {
        try await withServer { _, client async throws in
            try await client.people("/api/1.4/?seed=nation-&results=\(results)&nat=\(nation)\(fields)")
        }
    }

    /// Whether a text has a shape in which 9 is a digit and A a capital letter; other digits and letters are themselves.
    private func has(_ text: String?, _ shapes: [String]) -> Bool {
        guard let text else { return false }
        return shapes.contains { shape in
            shape.utf8.count == text.utf8.count
                && zip(shape.utf8, text.utf8).allSatisfy { pattern, byte in
                    switch pattern {
                    case UInt8(ascii: "9"): (48...57).contains(byte)
                    case UInt8(ascii: "A"): (65...90).contains(byte)
                    default: byte == pattern
                    }
                }
        }
    }

    @Test func `all 21 nations are drawn about equally often, and each has its shapes in this file`() async throws {
        let people = try await withServer { _, client async throws in
            try await client.people("/api/1.4/?seed=nation-&results=2100&inc=nat")
        }
        var counts: [String: Int] = [:]
        for person in people { counts[try #require(person["nat"].text), default: 0] += 1 }
        #expect(Set(counts.keys) == Set(Self.shapes.map(\.nation)))
        // 100 of each are expected, with a standard deviation of 10.
        #expect(counts.values.allSatisfy { (50...150).contains($0) }, "\(counts)")
    }

    @Test(arguments: shapes)
    func `numbers have the shapes of the nation`(shapes: Shapes) async throws {
        for person in try await people(shapes.nation) {
            #expect(person["nat"].text == shapes.nation)
            #expect(person["location.country"].text == shapes.country)
            #expect(person["id.name"].text == shapes.identity)
            if shapes.numbers.isEmpty {
                #expect(person["id.value"].isNull)
            } else if shapes.nation == "FI" {
                #expect(person["id.value"].text?.wholeMatch(of: /NaNNA[0-9]{3}undefined/) != nil)
            } else {
                #expect(has(person["id.value"].text, shapes.numbers), "\(person["id.value"])")
            }
            #expect(has(person["phone"].text, shapes.phone), "\(person["phone"])")
            #expect(has(person["cell"].text, [shapes.cell]), "\(person["cell"])")
            if let postcode = shapes.postcode {
                #expect(has(person["location.postcode"].text, postcode), "\(person["location.postcode"])")
            } else {
                let number = try #require(person["location.postcode"].number)
                #expect(shapes.postcodes.contains(number) && number == number.rounded())
            }
        }
    }

    @Test(arguments: shapes.map(\.nation) + ["lego"])
    func `both genders are drawn, with their titles, portraits and many names`(nation: String) async throws {
        let people = try await withServer { _, client async throws in
            let filter = nation == "lego" ? "lego" : "nat=\(nation)"
            return try await client.people(
                "/api/1.4/?seed=names-&results=200&inc=gender,name,location,picture&\(filter)"
            )
        }
        var titles: [String: Set<String>] = [:]
        let portrait = #/https://randomuser\.me/api/portraits/(\w+)/(\d+)\.jpg/#
        for person in people {
            let gender = try #require(person["gender"].text)
            titles[gender, default: []].insert(try #require(person["name.title"].text))
            let folder = nation == "lego" ? "lego" : gender == "male" ? "men" : "women"
            let large = try #require(person["picture.large"].text)
            let root = "https://randomuser.me/api/portraits/"
            let file = try #require(large.wholeMatch(of: portrait))
            #expect(file.1 == folder)
            let number = try #require(Int(file.2))
            #expect((0..<(nation == "lego" ? 10 : gender == "male" ? 100 : 97)).contains(number))
            #expect(person["picture.medium"].text == "\(root)med/\(folder)/\(number).jpg")
            #expect(person["picture.thumbnail"].text == "\(root)thumb/\(folder)/\(number).jpg")
        }
        #expect(titles["male"] == (nation == "CH" ? ["Monsieur"] : ["Mr"]))
        #expect(titles["female"] == (nation == "CH" ? ["Madame", "Mademoiselle"] : ["Mrs", "Miss", "Ms"]))
        #expect(Set(people.compactMap { $0["name.first"].text }).count >= (nation == "lego" ? 30 : 50))
        #expect(Set(people.compactMap { $0["name.last"].text }).count >= (nation == "lego" ? 14 : 40))
        #expect(Set(people.compactMap { $0["location.city"].text }).count >= (nation == "lego" ? 6 : 20))
    }

    @Test func `toy figures have numbers of their own shape and no nation`() async throws {
        let people = try await withServer { _, client async throws in
            try await client.people("/api/?lego&results=100&seed=abc")
        }
        for person in people {
            #expect(has(person["id.value"].text, ["999999999999"]))
            #expect(has(person["phone"].text, ["(999)-999-9999"]))
            #expect(person["nat"].text == "LEGO")
        }
    }
}
