extension CardField {
    /// Adds what the contact says.
    func write(_ contact: Contact, to json: inout JSONBytes) {
        switch kind {
        case .text(let path): json.append(contact[keyPath: path])
        case .texts(let path): json.append(contact[keyPath: path]) { $0.append($1) }
        case .values(let path):
            json.append(contact[keyPath: path]) { json, value in
                json.appendObject { json in
                    json.append(key: "value")
                    json.append(value.value)
                    Self.write(value.types, value.isPreferred, to: &json)
                }
            }
        case .addresses:
            json.append(contact.addresses) { json, address in
                json.appendObject { json in
                    for (name, path) in Self.addressParts {
                        guard let part = address.address[keyPath: path] else { continue }
                        json.append(key: name)
                        json.append(part)
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
        case (.text(let path), .string): contact[keyPath: path] = try reader.string()
        case (.text(let path), .null):
            contact[keyPath: path] = nil
            try reader.skip()
        case (.texts(let path), .array): contact[keyPath: path] = try Self.texts(&reader)
        case (.values(let path), .array):
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
            contact[keyPath: path] = values
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
                        if let part = Self.addressParts.first(where: { $0.name == key }) {
                            address.address[keyPath: part.path] = text
                        }
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

    private static let addressParts: [(name: String, path: any WritableKeyPath<PostalAddress, String?> & Sendable)] = [
        ("street", \.street), ("city", \.city), ("state", \.state), ("postcode", \.postcode), ("country", \.country),
        ("poBox", \.poBox), ("extended", \.extended),
    ]

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
