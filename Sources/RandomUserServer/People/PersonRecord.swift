import Primitives

/// Writes the requested fields of a person in the format of the requested version.
struct PersonRecord {
    let fields: Set<UserField>
    let version: APIVersion
    /// The time at which ages are calculated, as `YYYY-MM-DDTHH:MM:SS.mmmZ`.
    let now: String

    func write(_ person: Person, into json: inout JSONWriter) {
        json.object(nil) { json in
            if fields.contains(.gender) { json.add("gender", person.gender.rawValue) }
            if fields.contains(.name) {
                json.object("name") { json in
                    json.add("title", person.title)
                    json.add("first", person.first)
                    json.add("last", person.last)
                }
            }
            if fields.contains(.location) { writeLocation(person, into: &json) }
            if fields.contains(.email) { json.add("email", person.email) }
            if fields.contains(.login) { writeLogin(person.login, into: &json) }
            if fields.contains(.dob) { writeDate("dob", person.born, into: &json) }
            if fields.contains(.registered) { writeDate("registered", person.registered, into: &json) }
            if fields.contains(.phone) { json.add("phone", person.phone) }
            if fields.contains(.cell) { json.add("cell", person.cell) }
            if fields.contains(.id) {
                json.object("id") { json in
                    json.add("name", person.identityName)
                    json.add("value", person.identityValue)
                }
            }
            if fields.contains(.picture) { writePicture(person, into: &json) }
            if fields.contains(.nat) { json.add("nat", person.nation) }
        }
    }

    private func writeLocation(_ person: Person, into json: inout JSONWriter) {
        json.object("location") { json in
            if version >= .v1p3 {
                json.object("street") { json in
                    json.add("number", person.streetNumber)
                    json.add("name", person.streetName)
                }
            } else {
                json.add("street", "\(person.streetNumber) \(person.streetName)")
            }
            json.add("city", person.city)
            json.add("state", person.state)
            if version >= .v1p3, let country = person.country { json.add("country", country) }
            switch person.postcode {
            case .number(let number): json.add("postcode", number)
            case .text(let text): json.add("postcode", text)
            }
            if version >= .v1p2 {
                json.object("coordinates") { json in
                    json.add("latitude", person.latitude)
                    json.add("longitude", person.longitude)
                }
                json.object("timezone") { json in
                    json.add("offset", person.timezone.offset)
                    json.add("description", person.timezone.description)
                }
            }
        }
    }

    private func writeLogin(_ login: Person.Login, into json: inout JSONWriter) {
        let salted = Array((login.password + login.salt).utf8)
        json.object("login") { json in
            if version >= .v1p2 { json.add("uuid", login.uuid) }
            json.add("username", login.username)
            json.add("password", login.password)
            json.add("salt", login.salt)
            json.add("md5", Hexadecimal.text(of: MD5.digest(of: salted)))
            json.add("sha1", Hexadecimal.text(of: SHA1.digest(of: salted)))
            json.add("sha256", Hexadecimal.text(of: SHA256.digest(of: salted)))
        }
    }

    private func writeDate(_ key: String, _ milliseconds: Int, into json: inout JSONWriter) {
        let date = UTCDate.timestamp(milliseconds)
        switch version {
        case .v1p0: json.add(key, milliseconds / 1_000)
        case .v1p1: json.add(key, "\(date.prefix(10)) \(date.dropFirst(11).prefix(8))")
        case .v1p2, .v1p3, .v1p4:
            json.object(key) { json in
                json.add("date", version == .v1p2 ? date.prefix(19) + "Z" : date)
                json.add("age", years(since: date))
            }
        }
    }

    /// Returns the years from a time until now; version 1.3 subtracts calendar years, the others count birthdays.
    func years(since start: String) -> Int {
        let years = (Int(now.prefix(4)) ?? 0) - (Int(start.prefix(4)) ?? 0)
        let isReached = now.prefix(19).dropFirst(4) >= start.prefix(19).dropFirst(4)
        return version == .v1p3 || isReached ? years : years - 1
    }

    private func writePicture(_ person: Person, into json: inout JSONWriter) {
        let file = "\(person.portraitFolder)/\(person.portraitNumber).jpg"
        json.object("picture") { json in
            json.add("large", "https://randomuser.me/api/portraits/" + file)
            json.add("medium", "https://randomuser.me/api/portraits/med/" + file)
            json.add("thumbnail", "https://randomuser.me/api/portraits/thumb/" + file)
        }
    }
}
