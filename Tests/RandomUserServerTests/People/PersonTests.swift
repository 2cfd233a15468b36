import Foundation
import RandomUserServer
import Testing

/// What is true for the people of every nation.
@Suite struct PersonTests {
    private func people(_ query: String) async throws -> [JSONValue] {
        try await withServer { _, client async throws in
            try await client.people("/api/1.4/?seed=person-&\(query)")
        }
    }

    @Test func `dates are in the ranges of the service`() async throws {
        var dates: (born: [String], registered: [String]) = ([], [])
        for person in try await people("results=1000&inc=dob,registered") {
            dates.born.append(try #require(person["dob.date"].text))
            dates.registered.append(try #require(person["registered.date"].text))
        }
        for date in dates.born + dates.registered {
            #expect(date.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil)
            #expect(Date.ISO8601FormatStyle(includingFractionalSeconds: true).canRead(date))
        }
        let born = (first: try #require(dates.born.min()), last: try #require(dates.born.max()))
        #expect(born.first >= "1944-08-25" && born.first < "1946")
        #expect(born.last > "2000" && born.last < "2001-06")
        let registered = (first: try #require(dates.registered.min()), last: try #require(dates.registered.max()))
        #expect(registered.first >= "2002-03" && registered.first < "2003")
        #expect(registered.last > "2021" && registered.last < "2022-06")
    }

    @Test func `coordinates are texts with four decimal places`() async throws {
        var largest: (latitude: Double, longitude: Double) = (0, 0)
        for person in try await people("results=500&inc=location") {
            let latitude = try #require(person["location.coordinates.latitude"].text)
            let longitude = try #require(person["location.coordinates.longitude"].text)
            for text in [latitude, longitude] { #expect(text.wholeMatch(of: #/-?\d{1,3}\.\d{4}/#) != nil, "\(text)") }
            largest.latitude = max(largest.latitude, abs(try #require(Double(latitude))))
            largest.longitude = max(largest.longitude, abs(try #require(Double(longitude))))
        }
        #expect((80...90).contains(largest.latitude))
        #expect((160...180).contains(largest.longitude))
    }

    @Test func `there are 31 time zones, without names of the time zone database`() async throws {
        var places: [String: Set<String>] = [:]
        for person in try await people("results=500&inc=location") {
            let offset = try #require(person["location.timezone.offset"].text)
            #expect(offset == "0:00" || offset.wholeMatch(of: #/[-+]\d\d?:(00|30|45)/#) != nil, "\(offset)")
            places[offset, default: []].insert(try #require(person["location.timezone.description"].text))
        }
        #expect(places.count == 31)
        #expect(places.values.allSatisfy { $0.count == 1 && !$0.contains("") })
    }

    @Test func `an e-mail address is made of the name, in ASCII and without spaces`() async throws {
        var apostrophes = 0
        for person in try await people("results=600&inc=name,email") {
            let email = try #require(person["email"].text)
            #expect(email.wholeMatch(of: #/[a-z0-9.'\-]+\.[a-z0-9.'\-]+@example\.com/#) != nil, "\(email)")
            if email.contains("'") { apostrophes += 1 }
        }
        #expect(apostrophes > 0)
    }

    @Test func `a login has a salt of eight characters, and a name of words and a number`() async throws {
        for person in try await people("results=60&inc=login") {
            #expect(person["login.salt"].text?.wholeMatch(of: #/[A-Za-z0-9]{8}/#) != nil)
            #expect(person["login.username"].text?.wholeMatch(of: #/[a-z]+[1-9]\d\d/#) != nil)
            #expect(person["login.password"].text?.isEmpty == false)
        }
    }

    @Test func `every text is in composed form, and only streets can be empty`() async throws {
        for person in try await people("results=300&exc=login") {
            for (path, text) in person.leaves {
                #expect(text.unicodeScalars.elementsEqual(text.precomposedStringWithCanonicalMapping.unicodeScalars))
                #expect(!text.isEmpty || path == "location.street.name" || path == "id.name", "\(path)")
            }
        }
    }

    @Test func `some streets of Ukraine have no name, and some names and streets end in a space`() async throws {
        let streets = try await people("results=500&nat=ua&inc=location").map { $0["location.street.name"].text }
        #expect(streets.contains(""))
        #expect(streets.contains { $0?.isEmpty == false })
        for (nation, path) in [("br", "name.first"), ("br", "location.street.name"), ("rs", "location.street.name")] {
            let values = try await people("results=400&nat=\(nation)&inc=name,location").compactMap { $0[path].text }
            #expect(values.contains { $0.hasSuffix(" ") }, "\(nation), \(path)")
            #expect(values.contains { !$0.hasSuffix(" ") })
        }
    }

    @Test func `Persian has its own letters, zero-width joiners and some Arabic letters`()
        async throws
    {
        let people = try await people("results=400&nat=ir&inc=name,location")
        let names = people.compactMap { $0["name.first"].text } + people.compactMap { $0["name.last"].text }
        let places =
            people.compactMap { $0["location.city"].text } + people.compactMap { $0["location.street.name"].text }
        for text in names + places {
            #expect(
                text.unicodeScalars.allSatisfy { (0x0600...0x06FF).contains($0.value) || $0 == " " || $0 == "\u{200C}" }
            )
        }
        #expect(places.contains { $0.unicodeScalars.contains("\u{200C}") })
        for letter in ["ي", "ی", "ك", "ک"] { #expect((names + places).contains { $0.contains(letter) }, "\(letter)") }
    }

    @Test func `other nations use Latin script with their own letters`() async throws {
        let letters = [
            "br": "ãçéô", "ch": "éè", "de": "äöü", "dk": "øå", "es": "ñé", "fi": "äö", "fr": "éè", "mx": "ñé",
            "no": "øå",
            "rs": "đčšć", "tr": "ışğç",
        ]
        for (nation, wanted) in letters {
            let text = try await people("results=250&nat=\(nation)&inc=name,location").map { person in
                ["name.first", "name.last", "location.street.name", "location.city", "location.state"]
                    .compactMap { person[$0].text }.joined(separator: " ")
            }.joined().lowercased()
            for letter in wanted { #expect(text.contains(letter), "\(nation): \(letter)") }
        }
    }
}

extension Date.ISO8601FormatStyle {
    fileprivate func canRead(_ text: String) -> Bool {
        (try? parse(text)) != nil
    }
}
