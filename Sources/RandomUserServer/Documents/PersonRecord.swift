import Primitives

/// Writes a person to a format: the requested fields, in the shapes of the requested version.
struct PersonRecord {
    let fields: UserFields
    let version: APIVersion
    let today: CivilDate

    func write(_ person: Person, into sink: inout some DocumentSink) {
        sink.beginObject(nil)
        if fields.contains(.gender) { sink.text("gender", person.gender.rawValue) }
        if fields.contains(.name) { writeName(person, into: &sink) }
        if fields.contains(.location) { writeLocation(person, into: &sink) }
        if fields.contains(.email) { sink.text("email", person.email) }
        if fields.contains(.login) { writeLogin(person.login, into: &sink) }
        if fields.contains(.dob) { writeDate("dob", person.born, into: &sink) }
        if fields.contains(.registered) { writeDate("registered", person.registered, into: &sink) }
        if fields.contains(.phone) { sink.text("phone", person.phone) }
        if fields.contains(.cell) { sink.text("cell", person.cell) }
        if fields.contains(.id) { writeIdentity(person, into: &sink) }
        if fields.contains(.picture) { writePicture(person, into: &sink) }
        if fields.contains(.nat) { sink.text("nat", person.nation) }
        sink.endObject()
    }

    /// Writes the person in the shape that the service has for a picture editor.
    func writeExtension(_ person: Person, into sink: inout some DocumentSink) {
        sink.beginObject(nil)
        sink.beginObject("user")
        sink.text("picture", "http://randomuser.me/portraits/\(person.portraitFolder)/\(person.portraitNumber).jpg")
        sink.beginObject("name")
        sink.text("first", person.first)
        sink.text("last", person.last)
        sink.endObject()
        sink.endObject()
        sink.endObject()
    }

    private func writeName(_ person: Person, into sink: inout some DocumentSink) {
        sink.beginObject("name")
        sink.text("title", person.title)
        sink.text("first", person.first)
        sink.text("last", person.last)
        sink.endObject()
    }

    private func writeLocation(_ person: Person, into sink: inout some DocumentSink) {
        sink.beginObject("location")
        if version >= .v1p3 {
            sink.beginObject("street")
            sink.integer("number", person.streetNumber)
            sink.text("name", person.streetName)
            sink.endObject()
        } else {
            sink.text("street", "\(person.streetNumber) \(person.streetName)")
        }
        sink.text("city", person.city)
        sink.text("state", person.state)
        if version >= .v1p3, let country = person.country { sink.text("country", country) }
        switch person.postcode {
        case .number(let number): sink.integer("postcode", number)
        case .text(let text): sink.text("postcode", text)
        }
        if version >= .v1p2 {
            sink.beginObject("coordinates")
            sink.text("latitude", person.latitude)
            sink.text("longitude", person.longitude)
            sink.endObject()
            sink.beginObject("timezone")
            sink.text("offset", person.timezone.offset)
            sink.text("description", person.timezone.description)
            sink.endObject()
        }
        sink.endObject()
    }

    private func writeLogin(_ login: Person.Login, into sink: inout some DocumentSink) {
        let salted = Array((login.password + login.salt).utf8)
        sink.beginObject("login")
        if version >= .v1p2 { sink.text("uuid", login.uuid) }
        sink.text("username", login.username)
        sink.text("password", login.password)
        sink.text("salt", login.salt)
        sink.text("md5", Hexadecimal.text(of: MD5.digest(of: salted)))
        sink.text("sha1", Hexadecimal.text(of: SHA1.digest(of: salted)))
        sink.text("sha256", Hexadecimal.text(of: SHA256.digest(of: salted)))
        sink.endObject()
    }

    private func writeDate(_ key: StaticString, _ milliseconds: Int, into sink: inout some DocumentSink) {
        let date = CivilDate(milliseconds: milliseconds)
        switch version {
        case .v1p0: sink.integer(key, milliseconds / 1_000)
        case .v1p1: sink.text(key, date.text(.plain))
        case .v1p2, .v1p3, .v1p4:
            sink.beginObject(key)
            sink.text("date", date.text(version == .v1p2 ? .iso : .isoWithMilliseconds))
            // Version 1.3 subtracts calendar years, the others count birthdays.
            sink.integer("age", version == .v1p3 ? today.year - date.year : date.years(until: today))
            sink.endObject()
        }
    }

    private func writeIdentity(_ person: Person, into sink: inout some DocumentSink) {
        sink.beginObject("id")
        sink.text("name", person.identityName)
        if let value = person.identityValue { sink.text("value", value) } else { sink.null("value") }
        sink.endObject()
    }

    private func writePicture(_ person: Person, into sink: inout some DocumentSink) {
        let file = "\(person.portraitFolder)/\(person.portraitNumber).jpg"
        sink.beginObject("picture")
        sink.text("large", "https://randomuser.me/api/portraits/" + file)
        sink.text("medium", "https://randomuser.me/api/portraits/med/" + file)
        sink.text("thumbnail", "https://randomuser.me/api/portraits/thumb/" + file)
        sink.endObject()
    }
}
