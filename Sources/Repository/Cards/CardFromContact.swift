import Primitives
package import VCard

/// Converts a contact to a vCard.
///
/// New lines are in the form of version 4.0, kept lines in their original form; the writer converts both.
package struct CardFromContact {
    private var lines: [VCardLine] = []
    /// The kept lines of known single-valued properties, by name.
    private var copies: [String: [VCardLine]] = [:]
    /// The kept lines of other known properties, by name and value, in reverse order.
    private var lists: [[String]: [VCardLine]] = [:]
    private var labels = CardLabels()
    /// The groups that get a new label.
    private var relabelled: Set<String> = []
    /// The values in kept lines of fields that also have their own property, as `subject:value`.
    private var stated: Set<String> = []

    package static func card(_ contact: Contact) -> VCard {
        var writing = CardFromContact()
        let rest = writing.sort(contact.lines)
        for property in properties { property.write(&writing, contact) }
        writing.own(contact)
        return VCard(lines: writing.lines + writing.wanted(rest))
    }

    /// The ranks of the properties with kept lines, in the order of ``properties``.
    package static let ranks: [String: Int] = {
        let names = properties.map(\.name).filter { $0 != "CATEGORIES" }
        return Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    }()

    /// The values that identify the lines of multi-valued properties.
    private static let values: [String: @Sendable (VCardLine) -> String] = [
        "EMAIL": { CardFields.value($0).value },
        "TEL": { CardFields.value($0).value },
        "ADR": { value(of: CardFields.address($0).address) },
        "URL": { CardFields.url($0) },
    ]

    /// Sorts the kept lines of known properties into the lookup tables, and returns the others.
    private mutating func sort(_ texts: [String]) -> [VCardLine] {
        guard !texts.isEmpty else { return [] }
        var rest: [VCardLine] = []
        for text in texts {
            guard let line = VCardLine(text: text) else { continue }
            WorkCount.add(1)
            labels.take(line)
            let name = line.nameInNewVersion
            if Self.ranks[name] != nil { copies[name, default: []].append(line) } else { rest.append(line) }
        }
        for (name, value) in Self.values {
            for line in (copies.removeValue(forKey: name) ?? []).reversed() {
                WorkCount.add(1)
                lists[[name, value(line)], default: []].append(line)
            }
        }
        for line in rest {
            guard let statement = CardStatement(line, label: labels.label(of: line)) else { continue }
            stated.insert("\(statement.subject):\(statement.value.value)")
        }
        return rest
    }

    /// Removes and returns the first kept line of the property with this value.
    private mutating func take(_ name: String, _ value: String) -> VCardLine? {
        guard !lists.isEmpty else { return nil }
        WorkCount.add(1)
        return lists[[name, value]]?.popLast()
    }

    /// Returns the lines without Apple's labels and other additions for groups that have no other lines left.
    private func wanted(_ rest: [VCardLine]) -> [VCardLine] {
        var gone = Set(lists.values.joined().compactMap { $0.group?.uppercased() })
        guard !gone.isEmpty || !relabelled.isEmpty else { return rest }
        func isAddition(_ line: VCardLine) -> Bool { line.name == CardLabels.property || line.name == "X-ABADR" }
        for line in lines + rest where !isAddition(line) {
            if let group = line.group { gone.remove(group.uppercased()) }
        }
        return rest.filter { line in
            guard isAddition(line), let group = line.group?.uppercased() else { return true }
            return !gone.contains(group) && !(line.name == CardLabels.property && relabelled.contains(group))
        }
    }

    /// A property and the function that writes it.
    private struct Property: Sendable {
        let name: String
        let write: @Sendable (inout CardFromContact, Contact) -> Void

        init(_ name: String, _ write: @escaping @Sendable (inout CardFromContact, Contact) -> Void) {
            self.name = name
            self.write = write
        }

        /// Creates a property whose value is the text of a field.
        init(_ field: ContactField) {
            let name = field.property ?? field.name.uppercased()
            self.init(name) { writing, contact in
                guard case .text(let access) = field.value else { return }
                var text = access.get(contact)
                if name == "NICKNAME", writing.isStated(.nickname, text, unless: name) { text = nil }
                writing.single(name, text.map(VCardText.escaped))
            }
        }
    }

    /// The properties for a contact's fields, in the order in which they are written; new ones go last.
    private static let properties: [Property] = {
        let first = [
            Property("UID") { $0.single("UID", $1.exportedUID) },
            Property("FN") { $0.single("FN", VCardText.escaped($1.displayName(withTitle: true))) },
            Property("N") { writing, contact in
                var parts = contact.name
                parts.formatted = nil
                let isNamed =
                    parts != PersonName()
                    // Without this property, a reader would split the nickname or the formatted name.
                    || ContactFromCard.isPerson(contact.displayName(withTitle: true), contact.kind, contact)
                writing.single("N", isNamed ? value(of: parts) : nil)
            },
            Property(.nickname),
            Property("GENDER") { $0.single("GENDER", $1.gender.map(CardFields.genderValue)) },
            Property("BDAY") { $0.date("BDAY", $1.birthday, .birthday) },
            Property("ANNIVERSARY") { $0.date("ANNIVERSARY", $1.anniversary, .anniversary) },
        ]
        let middle = [
            Property("EMAIL") { for email in $1.emails { $0.way("EMAIL", email) } },
            Property("TEL") { for phone in $1.phones { $0.way("TEL", phone) } },
            Property("ADR") { for address in $1.addresses { $0.address(address) } },
            Property("URL") { writing, contact in
                for url in contact.urls {
                    let copy = writing.take("URL", url)
                    writing.lines.append(copy ?? VCardLine("URL", value: url))
                }
            },
            Property("ORG") { writing, contact in
                let parts = [contact.organization ?? ""] + contact.organizationUnits
                let hasPart = parts.contains { !$0.isEmpty }
                writing.single("ORG", hasPart ? parts.map(VCardText.escaped).joined(separator: ";") : nil)
            },
            Property(.jobTitle), Property(.role), Property(.note),
            Property("CATEGORIES") { writing, contact in
                guard !contact.categories.isEmpty else { return }
                let value = contact.categories.map(VCardText.escaped).joined(separator: ",")
                writing.lines.append(VCardLine("CATEGORIES", value: value))
            },
            Property("PHOTO") { $0.photo($1) },
        ]
        let published = first + middle
        let others = ContactField.all.filter { field in
            field.property.map { name in !published.contains { $0.name == name } } ?? false
        }
        return published + others.map(Property.init)
    }()

    /// The parts of `N`, in order.
    static var nameParts: [WritableKeyPath<PersonName, String?>] { [\.last, \.first, \.middle, \.title, \.suffix] }

    /// Returns the value of `N`.
    static func value(of name: PersonName) -> String {
        nameParts.map { VCardText.escaped(name[keyPath: $0] ?? "") }.joined(separator: ";")
    }

    /// Returns the value of `ADR`.
    static func value(of address: PostalAddress) -> String {
        AddressPart.ordered.map { VCardText.escaped(address[$0] ?? "") }.joined(separator: ";")
    }

    private mutating func address(_ address: ContactAddress) {
        let value = Self.value(of: address.address)
        let copy = take("ADR", value)
        add("ADR", value, ContactValue("", types: address.types, isPreferred: address.isPreferred), copy)
    }

    private mutating func photo(_ contact: Contact) {
        let media: VCardMedia? =
            switch contact.photo {
            case .uri(let uri): .uri(uri)
            case .data(let mediaType, let base64): .data(mediaType: mediaType, base64: base64)
            case nil: contact.picture.large.map(VCardMedia.uri)
            }
        single("PHOTO", media?.line("PHOTO", version: .v4).value)
    }

    /// Writes the properties that only this program uses.
    private mutating func own(_ contact: Contact) {
        if contact.isFavorite { lines.append(VCardLine("X-CONTACTS-FAVORITE", value: "1")) }
        let texts = [
            ("X-CONTACTS-NATIONALITY", contact.nationality), ("X-CONTACTS-REGISTERED", contact.registered),
        ]
        for case (let name, let value?) in texts { lines.append(VCardLine(name, value: VCardText.escaped(value))) }
        for (size, path) in Self.pictures {
            guard let link = contact.picture[keyPath: path] else { continue }
            lines.append(VCardLine("X-CONTACTS-PICTURE", parameters: [VCardParameter("SIZE", [size])], value: link))
        }
    }

    /// The links to pictures, by the size in the parameter.
    static var pictures: KeyValuePairs<String, WritableKeyPath<PictureLinks, String?>> {
        ["large": \.large, "medium": \.medium, "thumbnail": \.thumbnail]
    }

    /// Writes a single-valued property: the kept line if its value is unchanged, otherwise a new line.
    ///
    /// Further kept lines of the property follow unchanged.
    private mutating func single(_ line: VCardLine?, named name: String) {
        let copies = copies[name] ?? []
        if let line {
            if let first = copies.first, ContactFromCard.rewritten(first) == line {
                lines.append(first)
            } else {
                lines.append(line)
            }
        }
        lines += copies.dropFirst()
    }

    private mutating func single(_ name: String, _ value: String?) {
        single(value.map { VCardLine(name, value: $0) }, named: name)
    }

    private mutating func date(_ name: String, _ plain: String?, _ subject: CardStatement.Subject) {
        guard let plain, !isStated(subject, plain, unless: name) else { return single(nil, named: name) }
        single(VCardDate.line(name, plain, version: .v4), named: name)
    }

    /// Whether a kept line already contains the value, and the card didn't have the property itself.
    private func isStated(_ subject: CardStatement.Subject, _ value: String?, unless name: String) -> Bool {
        guard !stated.isEmpty, copies[name] == nil, let value else { return false }
        return stated.contains("\(subject):\(value)")
    }

    private mutating func way(_ name: String, _ value: ContactValue) {
        let copy = take(name, value.value)
        add(name, VCardText.escaped(value.value), value, copy)
    }

    /// Returns the line for a value with its types and preference; labels in the user's own words are left out.
    static func line(
        _ name: String,
        _ value: String,
        _ types: ContactValue,
        parameters: [VCardParameter] = [],
        group: String? = nil
    ) -> VCardLine {
        var parameters = parameters
        let words = types.types.filter(Contact.isWord)
        if !words.isEmpty { parameters.append(VCardParameter("TYPE", words)) }
        if types.isPreferred { parameters.append(VCardParameter("PREF", ["1"])) }
        return VCardLine(name, parameters: parameters, group: group, value: value)
    }

    private mutating func add(_ name: String, _ value: String, _ types: ContactValue, _ copy: VCardLine?) {
        let label = copy.flatMap { labels.label(of: $0) }
        if let copy, CardFields.isPreferred(copy) == types.isPreferred,
            CardFields.types(copy, label) == types.types || CardFields.types(copy) == types.types
        {
            lines.append(copy)
            return
        }
        let changed = ["TYPE", "PREF", VCardLine.customLabel]
        let parameters = (copy?.parameters ?? []).filter { !changed.contains($0.name) }
        let own = types.types.first { !Contact.isWord($0) }
        var group = copy?.group
        if let own, own != label {
            if let group { relabelled.insert(group.uppercased()) }
            group = group ?? labels.newGroup()
        }
        lines.append(Self.line(name, copy?.value ?? value, types, parameters: parameters, group: group))
        if let own, own != label {
            lines.append(VCardLine("X-ABLabel", group: group, value: CardLabels.value(own)))
        }
    }
}
