extension CardField {
    /// Adds what the contact says.
    func write(_ contact: Contact, to json: inout JSONBytes) {
        switch kind {
        case .text(let field): json.append(contact[field])
        case .texts(let field): json.append(contact[field]) { $0.append($1) }
        case .values(let field):
            json.append(contact[field]) { json, value in
                json.appendObject { json in
                    json.append(key: "value")
                    json.append(value.value)
                    Self.write(value.types, value.isPreferred, to: &json)
                }
            }
        case .addresses:
            json.append(contact.addresses) { json, address in
                json.appendObject { json in
                    for part in AddressPart.allCases {
                        guard let text = address.address[part] else { continue }
                        json.append(key: part.rawValue)
                        json.append(text)
                    }
                    Self.write(address.types, address.isPreferred, to: &json)
                }
            }
        case .photo:
            switch contact.photo {
            case nil: json.append(nil as String?)
            case .uri(let uri):
                json.appendObject { json in
                    json.append(key: "uri")
                    json.append(uri)
                }
            case .data(let type, let base64):
                json.appendObject { json in
                    json.append(key: "type")
                    json.append(type)
                    json.append(key: "data")
                    json.append(base64)
                }
            }
        case .favorite: json.append(contact.isFavorite)
        }
    }

    /// Reads what the contact says; `false` when it is something else than the field can be.
    func read(_ reader: inout JSONReader, into contact: inout Contact) throws -> Bool {
        switch (kind, try reader.peek()) {
        case (.text(let field), .string): contact[field] = try reader.string()
        case (.text(let field), .null):
            contact[field] = nil
            try reader.skip()
        case (.texts(let field), .array): contact[field] = try Self.texts(&reader)
        case (.values(let field), .array):
            var values: [ContactValue] = []
            try reader.elements { _, reader in
                var value = ContactValue("")
                try reader.members { key, reader in
                    switch key {
                    case "value": value.value = try Self.text(&reader) ?? ""
                    case "types": value.types = try Self.texts(&reader)
                    case "preferred": value.isPreferred = try Self.flag(&reader)
                    default: try reader.skip()
                    }
                }
                values.append(value)
            }
            contact[field] = values
        case (.addresses, .array):
            contact.addresses = []
            try reader.elements { _, reader in
                var address = ContactAddress(PostalAddress())
                try reader.members { key, reader in
                    switch key {
                    case "types": address.types = try Self.texts(&reader)
                    case "preferred": address.isPreferred = try Self.flag(&reader)
                    default:
                        let text = try Self.text(&reader)
                        if let part = AddressPart(rawValue: key) { address.address[part] = text }
                    }
                }
                contact.addresses.append(address)
            }
        case (.photo, .object): contact.photo = try Self.photo(&reader)
        case (.photo, .null):
            contact.photo = nil
            try reader.skip()
        case (.favorite, .boolean): contact.isFavorite = try Self.flag(&reader)
        default:
            try reader.skip()
            return false
        }
        return true
    }

    private static func write(_ types: [String], _ isPreferred: Bool, to json: inout JSONBytes) {
        if !types.isEmpty {
            json.append(key: "types")
            json.append(types) { $0.append($1) }
        }
        if isPreferred {
            json.append(key: "preferred")
            json.append(true)
        }
    }

    private static func photo(_ reader: inout JSONReader) throws -> ContactPhoto? {
        var uri: String?
        var type: String?
        var data: String?
        try reader.members { key, reader in
            switch key {
            case "uri": uri = try text(&reader)
            case "type": type = try text(&reader)
            case "data": data = try text(&reader)
            default: try reader.skip()
            }
        }
        return data.map { .data(mediaType: type, base64: $0) } ?? uri.map(ContactPhoto.uri)
    }

    private static func text(_ reader: inout JSONReader) throws -> String? {
        guard try reader.peek() == .string else {
            try reader.skip()
            return nil
        }
        return try reader.string()
    }

    private static func flag(_ reader: inout JSONReader) throws -> Bool {
        guard try reader.peek() == .boolean else {
            try reader.skip()
            return false
        }
        return try reader.boolean()
    }

    private static func texts(_ reader: inout JSONReader) throws -> [String] {
        guard try reader.peek() == .array else {
            try reader.skip()
            return []
        }
        var texts: [String] = []
        try reader.elements { _, reader in
            if let text = try text(&reader) { texts.append(text) }
        }
        return texts
    }
}
