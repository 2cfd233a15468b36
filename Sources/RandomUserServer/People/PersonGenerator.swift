import Primitives

/// Generates the people for a request, in order; the same query always yields the same people.
///
/// Values that must be independent of each other come from separate random streams: the first one is for people, the
/// second one for coordinates and UUIDs (the nth person has the same UUID whatever nation or fields are requested).
struct PersonGenerator {
    /// Thrown where the real service crashes: it reads a letter of a name that was left out.
    struct Crash: Error {}

    private let query: UserQuery
    private let nations: [Nation]
    private var stream: SeededGenerator
    private var places: SeededGenerator

    init(query: UserQuery, seed: String) {
        self.query = query
        let codes =
            switch query.nations {
            case .any: query.version.nations
            case .list(let codes): codes
            case .lego: ["LEGO"]
            case .seeded(let code, _): [code]
            }
        nations = codes.compactMap { Nation.all[$0] }
        let seed = query.streamSeed(seed)
        stream = SeededGenerator(seed: seed, stream: "people")
        places = SeededGenerator(seed: seed, stream: "places")
    }

    mutating func next() throws(Crash) -> Person {
        let nation =
            switch query.nations {
            case .any, .list: nations[stream.below(nations.count)]
            case .lego, .seeded: nations[0]
            }
        let gender = query.gender ?? (stream.below(2) == 0 ? .male : .female)
        let isFigure = query.nations == .lego
        // The arguments are drawn in this order; a different order would change the people for every seed.
        var person = Person(
            gender: gender,
            first: stream.pick(gender == .male ? nation.male : nation.female),
            last: stream.pick(nation.last),
            title: gender == .male ? "Mr" : stream.pick(["Mrs", "Miss", "Ms"]),
            timezone: Person.timezones[stream.below(Person.timezones.count)],
            streetNumber: stream.number(in: 1...9_999),
            streetName: stream.pick(nation.streets),
            city: stream.pick(nation.cities),
            state: stream.pick(nation.states),
            country: nation.country,
            postcode: .number(stream.number(in: 10_000...99_999)),
            latitude: coordinate(90),
            longitude: coordinate(180),
            login: login(),
            born: stream.number(in: -800_000_000_000...Self.frozenTime - 86_400_000 * 365 * 21),
            registered: stream.number(in: 1_016_688_461_000...Self.frozenTime),
            portraitFolder: isFigure ? "lego" : gender == .male ? "men" : "women",
            portraitNumber: stream.below(isFigure ? 10 : gender == .male ? 100 : 97),
            nation: nation.code
        )
        try NationalRules.apply(to: &person, of: nation, query: query, stream: &stream)
        finish(&person)
        return person
    }

    /// The fixed time, in milliseconds since 1970, relative to which the service calculates past dates.
    private static let frozenTime = 1_653_344_189_000

    private mutating func coordinate(_ bound: Int) -> String {
        let value = places.number(in: -bound * 10_000...bound * 10_000)
        let size = abs(value)
        return "\(value < 0 ? "-" : "")\(size / 10_000).\((size % 10_000).digits(4))"
    }

    private static let saltLetters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890".utf8)

    private mutating func login() -> Person.Login {
        let salt = stream.text(of: 8, from: Self.saltLetters)
        let password = query.password?.password(&stream) ?? stream.pick(CommonWords.passwords)
        let username = stream.pick(CommonWords.adjectives) + stream.pick(CommonWords.nouns)
        return Person.Login(
            uuid: uuid(),
            username: username + String(stream.number(in: 100...999)),
            password: password,
            salt: salt
        )
    }

    private mutating func uuid() -> String {
        var high = places.next()
        var low = places.next()
        high = high & 0xffff_ffff_ffff_0fff | 0x4000
        low = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        let bytes = [high, low].flatMap { half in withUnsafeBytes(of: half.bigEndian, Array.init) }
        let parts = [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10...]]
        return parts.map { Hexadecimal.text(of: Array($0)) }.joined(separator: "-")
    }

    /// Sets values that depend on others: the e-mail address, and the letter case in old versions.
    private func finish(_ person: inout Person) {
        let addressName = person.first + "." + person.last
        if query.version >= .v1p3 {
            person.email = Transliteration.ascii(addressName) + "@example.com"
            return
        }
        person.email = addressName.lowercased().filter { $0 != " " } + "@example.com"
        person.title = person.title.lowercased()
        person.first = person.first.lowercased()
        person.last = person.last.lowercased()
        person.streetName = person.streetName.lowercased()
        person.city = person.city.lowercased()
        person.state = person.state.lowercased()
    }
}
