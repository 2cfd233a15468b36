/// Everything that is kept here about one contact beside what the source says.
struct LocalRecord: Equatable, Sendable {
    /// Whether the contact was typed or imported here, so that there is nothing else about it.
    var isLocal = false
    /// Whether the user removed it; only contacts of the source are kept then.
    var isRemoved = false
    var card = ContactCard()
}

extension LocalRecord {
    /// The record as JSON, for the journal.
    var json: String {
        var json = JSONBytes()
        json.appendObject { json in
            if isLocal {
                json.append(key: "local")
                json.append(true)
            }
            if isRemoved {
                json.append(key: "removed")
                json.append(true)
            }
            json.append(key: "card")
            card.write(to: &json)
        }
        return json.text
    }

    init(json: String) throws {
        try ContactCard.reading(json) { reader in
            try reader.members { key, reader in
                switch (key, try reader.peek()) {
                case ("local", .boolean): isLocal = try reader.boolean()
                case ("removed", .boolean): isRemoved = try reader.boolean()
                case ("card", .object): card = try ContactCard(&reader)
                default: try reader.skip()
                }
            }
        }
    }
}
