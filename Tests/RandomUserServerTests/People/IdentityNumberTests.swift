import RandomUserServer
import Testing

/// The identity numbers that follow from the rest of a person; the shapes of all are in `NationalRulesTests`.
@Suite struct IdentityNumberTests {
    private func people(_ version: String, _ query: String) async throws -> [JSONValue] {
        try await withServer { _, client async throws in
            try await client.people("/api/\(version)/?seed=identity-&\(query)")
        }
    }

    @Test func `a Danish number has a digit too many for births from 2000 on`() async throws {
        for person in try await people("1.4", "nat=dk&results=700&inc=id,dob,name") {
            let year = try #require(person["dob.date"].text.flatMap { Int($0.prefix(4)) })
            #expect(person["id.value"].text?.count == (year >= 2_000 ? 12 : 11))
        }
    }

    @Test func `a Norwegian number begins with the date of birth`() async throws {
        for person in try await people("1.4", "nat=no&results=50&inc=id,dob") {
            let date = try #require(person["dob.date"].text).prefix(10).split(separator: "-")
            let number = try #require(person["id.value"].text)
            #expect(number.hasPrefix("\(date[2])\(date[1])\(date[0].suffix(2))"))
        }
    }

    @Test func `a French number begins with the sex, the year and the month of birth`() async throws {
        for person in try await people("1.4", "nat=fr&results=50&inc=id,dob,gender") {
            let date = try #require(person["dob.date"].text).prefix(10).split(separator: "-")
            let sex = person["gender"].text == "male" ? "1" : "2"
            let year = try #require(Int(date[0])) - 1_900
            let number = try #require(person["id.value"].text)
            #expect(number.hasPrefix("\(sex)\(year < 10 ? "0" : "")\(year)\(date[1])"))
        }
    }

    @Test func `versions before 1 point 4 have fewer and other numbers`() async throws {
        let brazilian = try #require(try await people("1.3", "nat=br").first)
        #expect(brazilian["id.value"].isNull)
        let newer = try #require(try await people("1.4", "nat=br").first)
        #expect(newer["id.name"].text == "CPF")
        let french = try #require(try await people("1.3", "nat=fr").first)
        #expect(french["id.value"].text?.contains("NNaN") == true)
        let figure = try #require(try await people("1.3", "lego").first)
        #expect(figure["id.name"].text == "serial#")
    }
}
