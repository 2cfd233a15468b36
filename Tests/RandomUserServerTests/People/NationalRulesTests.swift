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
        /// Shapes for text, or the range of a whole number.
        let postcode: [String]
        let postcodes: ClosedRange<Double>?

        var testDescription: String { nation }

        /// Reads a line of the table.
        init(_ line: Substring) {
            let parts = line.split(separator: "; ", omittingEmptySubsequences: false).map(String.init)
            (nation, country, identity, cell) = (parts[0], parts[1], parts[2], parts[5])
            numbers = parts[3].split(separator: ",").map(String.init)
            phone = parts[4].split(separator: ",").map(String.init)
            postcode = parts[6].split(separator: ",").map(String.init)
            let range = parts[6].split(separator: "...").compactMap { Double($0) }
            postcodes = range.count == 2 ? range[0]...range[1] : nil
        }
    }

    /// Nation, country, name and shapes of the number of identity, telephone, cell and postcode.
    static let shapes = """
        AU; Australia; TFN; 999999999; 09-9999-9999; 0499-999-999; 200...9999
        BR; Brazil; CPF; 999.999.999-99; (99) 9999-9999; (99) 9999-9999; 10000...99999
        CA; Canada; SIN; 999999999; A99 A99-9999; A99 A99-9999; A9A 9A9
        CH; Switzerland; AVS; 756.9999.9999.99; 079 999 99 99; 079 999 99 99; 1000...9999
        DE; Germany; SVNR; 99 999999 A 999; 0999-9999999; 0179-9999999; 10000...99999
        DK; Denmark; CPR; 999999-9999,9999999-9999; 99999999; 99999999; 10000...99999
        ES; Spain; DNI; 99999999-A; 999-999-999; 699-999-999; 10000...99999
        FI; Finland; HETU; NaNNA999undefined; 09-999-999; 049-999-99-99; 10000...99999
        FR; France; INSEE; 9999999999999 99,99999999999999 99; 09-99-99-99-99; 06-99-99-99-99; 10000...99999
        GB; United Kingdom; NINO; AA 99 99 99 A; \
        0119 999 9999,0191 999 9999,099999 99999,099999 9999,01999 999999,029 9999 9999; 07999 999999; \
        A9 9AA,A99 9AA,AA9 9AA,AA99 9AA,A9A 9AA,AA9A 9AA
        IE; Ireland; PPS; 9999999T; 091-999-9999; 081-999-9999; 10000...99999
        IN; India; UIDAI; 999999999999; 9999999999; 9999999999; 10000...99999
        IR; Iran; ; ; 099-99999999; 0999-999-9999; 10000...99999
        MX; Mexico; NSS; 99 99 99 9999 9; (699) 999 9999; (699) 999 9999; 10000...99999
        NL; Netherlands; BSN; 99999999; (999)-999-9999; (999)-999-9999; 9999 AA
        NO; Norway; FN; 99999999999; 99999999; 99999999; 9999
        NZ; New Zealand; ; ; (999)-999-9999; (999)-999-9999; 10000...99999
        RS; Serbia; SID; 999999999; 099-9999-999; 069-9999-999; 10000...99999
        TR; Turkey; ; ; (999)-999-9999; (999)-999-9999; 10000...99999
        UA; Ukraine; ; ; (099) A99-9999; (099) A99-9999; 10000...99999
        US; United States; SSN; 999-99-9999; (999) 999-9999; (999) 999-9999; 10000...99999
        """.split(separator: "\n").map(Shapes.init)

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
            if let postcodes = shapes.postcodes {
                let number = try #require(person["location.postcode"].number)
                #expect(postcodes.contains(number) && number == number.rounded())
            } else {
                #expect(has(person["location.postcode"].text, shapes.postcode), "\(person["location.postcode"])")
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
