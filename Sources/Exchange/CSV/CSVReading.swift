import Primitives
import Repository
import VCard

/// A CSV record during its conversion to a contact.
struct CSVReading {
    /// Whether the file is one of our own exports, which needs no guessing.
    private let isOwn: Bool
    private let dates: CSVDateRule
    private var contact = Contact(id: ContactID(rawValue: ""), origin: .local)
    private var emails = Slots<ContactValue>()
    private var phones = Slots<ContactValue>()
    private var addresses = Slots<ContactAddress>()
    private var wholeAddresses = Slots<String>()
    private var labelled = Slots<(kind: CSVLabelled, label: String, value: String)>()
    private var birth: [Calendar.Component: Int] = [:]
    private var fileAs: String?
    private var additions: [String] = []
    private var groups = 0
    /// Notes about the record for the user.
    private(set) var remarks: [String] = []

    init(isOwn: Bool, dates: CSVDateRule) {
        self.isOwn = isOwn
        self.dates = dates
    }

    /// Applies a field's text, which must not be empty.
    mutating func take(_ text: String, _ column: ContactFromCSV.Column) {
        switch column.meaning {
        case .field(let field): set(field, text, column.header)
        case .email(let slot, let types):
            // An Exchange server's distinguished name isn't an e-mail address.
            if text.hasPrefix("/o="), !text.contains("@") {
                keep("X-EXCHANGE-ADDRESS", text)
            } else {
                emails.change(slot, ContactValue("", types: types)) { $0.value = text }
            }
        case .emailTypes(let slot):
            emails.change(slot, ContactValue("")) { CSVTypes.set(text, &$0.types, &$0.isPreferred, isOwn: isOwn) }
        case .phone(let slot, let types): phones.change(slot, ContactValue("", types: types)) { $0.value = text }
        case .phoneTypes(let slot):
            phones.change(slot, ContactValue("")) { CSVTypes.set(text, &$0.types, &$0.isPreferred, isOwn: isOwn) }
        case .addressPart(let slot, let types, let part):
            if part != .street, let old = addresses[slot]?.address[part] {
                if old != text { keepFurther(text, column.header) }
                return
            }
            addresses.change(slot, ContactAddress(PostalAddress(), types: types)) { entry in
                entry.address[part] = entry.address[part].map { $0 + "\n" + text } ?? text
            }
        case .addressText(let slot, let types):
            addresses.change(slot, ContactAddress(PostalAddress(), types: types)) { _ in }
            wholeAddresses.change(slot, text) { $0 = text }
        case .addressTypes(let slot):
            addresses.change(slot, ContactAddress(PostalAddress())) {
                CSVTypes.set(text, &$0.types, &$0.isPreferred, isOwn: isOwn)
            }
        case .birth(let part): birth[part] = Int(text)
        case .labelled(let kind, let slot): labelled.change("\(kind)\(slot)", (kind, "", text)) { $0.value = text }
        case .label(let kind, let slot): labelled.change("\(kind)\(slot)", (kind, text, "")) { $0.label = text }
        case .relation(let label): relation(text, label)
        case .messenger(let service): messenger(text, service)
        case .photo: contact.photo = .uri(text)
        case .fileAs: fileAs = text
        case .line(let name):
            guard !CSVDefaults.isDefault(text, of: column.header.key) else { return }
            // A header without ASCII letters can't become a property name, so it is kept as a label.
            let label =
                name.hasPrefix("X-COLUMN-") && column.isUnknown ? [VCardParameter("X-LABEL", [column.header.text])] : []
            keep(name, text, label)
        case .ignored: break
        }
    }

    /// Returns the contact assembled from all fields.
    mutating func finish() -> Contact {
        for value in labelled.values where !value.value.isEmpty { take(value) }
        contact.emails = emails.values.flatMap(split)
        contact.phones = phones.values.flatMap(split)
        for slot in wholeAddresses.order {
            addresses.change(slot, ContactAddress(PostalAddress())) { entry in
                if entry.address == PostalAddress() { entry.address.street = wholeAddresses[slot] }
            }
        }
        contact.addresses = addresses.values.filter { $0.address != PostalAddress() }
        if !birth.isEmpty { setBirth() }
        name()
        if !additions.isEmpty {
            contact.note = ([contact.note].compactMap { $0 } + additions).joined(separator: "\n")
        }
        return contact
    }

    private mutating func name() {
        if let fileAs {
            if contact.name == PersonName(), contact.organization == nil {
                contact.name.formatted = fileAs
            } else if fileAs != contact.organization {
                keep("X-FILE-AS", fileAs)
            }
        }
        guard let formatted = contact.name.formatted else { return }
        contact.name.formatted = nil
        // In our own files, the parts of a name have their own columns; if those are empty, the name has no parts.
        if !isOwn, contact.name == PersonName(), formatted != contact.organization {
            ContactNaming.split(formatted, into: &contact.name)
        }
        if formatted != contact.composedName { contact.name.formatted = formatted }
    }

    // MARK: Fields

    /// Sets a column's field; if several columns have the same field, the first value wins, and the others are kept as
    /// lines or, for the note, appended to it.
    private mutating func set(_ field: ContactField, _ text: String, _ header: CSVHeader) {
        switch field.value {
        case .text(let access):
            if field == .birthday || field == .anniversary {
                date(text, header.text) { reading, date in
                    let old = access.get(reading.contact)
                    if old == nil { access.set(&reading.contact, date) }
                    if let old, old != date { reading.keepFurther(date, header) }
                }
            } else if let old = access.get(contact) {
                if field == .note {
                    if old != text { access.set(&contact, "\(old)\n\(text)") }
                } else if old != (field == .gender ? CSVDefaults.gender(text) : text) {
                    keepFurther(text, header)
                }
            } else if field != .gender || isOwn {
                access.set(&contact, text)
            } else if !CSVDefaults.isDefault(text, of: header.key) {
                access.set(&contact, CSVDefaults.gender(text))
            }
        case .texts(let access):
            var texts = access.get(contact)
            for value in list(text, field) where !texts.contains(value) { texts.append(value) }
            access.set(&contact, texts)
        case .flag(let access): access.set(&contact, ["yes", "true", "1", "y"].contains(text.lowercased()))
        case .values, .addresses, .photo, .name, .address, .picture: break
        }
    }

    /// Sets a date; text that isn't a date is added to the note.
    private mutating func date(_ text: String, _ header: String, _ set: (inout CSVReading, String) -> Void) {
        if isOwn { return set(&self, text) }
        let reading = DateText(text, before: dates.year)
        if let date = dates.date(reading) { return set(&self, date) }
        if reading != .none { keepUnreadable(text, header) }
    }

    /// Keeps the value of another column for the same field as a line, named after the column.
    private mutating func keepFurther(_ text: String, _ header: CSVHeader) {
        guard !CSVDefaults.isDefault(text, of: header.key) else { return }
        let name = CSVColumn.property(header.text)
        keep(name.isEmpty ? "X-COLUMN" : name, text)
    }

    private mutating func keepUnreadable(_ text: String, _ header: String) {
        additions.append("\(header): \(text)")
        let order = dates.isGiven ? dates.order.map { " in the order \($0.words)" } ?? "" : ""
        remarks.append("“\(text)” in the column “\(header)” is not a date\(order); it is kept in the note")
    }

    private mutating func setBirth() {
        let (year, month, day) = (birth[.year], birth[.month], birth[.day])
        let text = [year, month, day].map { $0.map(String.init) ?? "" }.joined(separator: "-")
        let known: DateText =
            switch (year, month, day) {
            case (let year?, let month?, let day?): DateText("\(year)-\(month)-\(day)", before: dates.year)
            case (nil, let month?, let day?): DateText("--\(month)-\(day)", before: dates.year)
            case (let year?, nil, nil): DateText("\(year)", before: dates.year)
            default: .unreadable
            }
        if let date = known.date(in: nil) {
            contact.birthday = date
        } else if known != .none {
            keepUnreadable(text, "Birthday")
        }
    }

    private mutating func list(_ text: String, _ field: ContactField) -> [String] {
        let separator =
            text.contains(ContactFromCSV.listSeparator) ? ContactFromCSV.listSeparator : text.contains(";") ? ";" : nil
        let items = separator.map { text.split(separator: $0).map(trimmed) } ?? [text]
        guard field == .categories, !isOwn else { return items.filter { !$0.isEmpty } }
        return items.compactMap { item in
            // Google marks system groups with an asterisk.
            let isSystem = item.hasPrefix("* ")
            let name = isSystem ? item.dropFirst(2).trimmed() : item
            switch CSVColumn.key(name) {
            case "mycontacts": return nil
            case "starred" where isSystem:
                contact.isFavorite = true
                return nil
            default: return name.isEmpty ? nil : name
            }
        }
    }

    /// Trims one of several values: in our own files only the spaces around separators, otherwise all whitespace.
    private func trimmed(_ item: Substring) -> String {
        guard isOwn else { return item.trimmed() }
        var item = item
        if item.startIndex > item.base.startIndex, item.first == " " { item = item.dropFirst() }
        if item.endIndex < item.base.endIndex, item.last == " " { item = item.dropLast() }
        return String(item)
    }

    /// Splits a field that contains several values.
    private func split(_ value: ContactValue) -> [ContactValue] {
        if isOwn { return value.value.isEmpty ? [] : [value] }
        let texts = value.value.split(separator: ContactFromCSV.listSeparator).map { $0.trimmed() }
        return texts.filter { !$0.isEmpty }.enumerated().map {
            ContactValue($1, types: value.types, isPreferred: value.isPreferred && $0 == 0)
        }
    }

    // MARK: Values from other programs

    private mutating func take(_ entry: (kind: CSVLabelled, label: String, value: String)) {
        let label = (entry.label.hasPrefix("* ") ? entry.label.dropFirst(2) : entry.label[...]).trimmed()
        for value in entry.value.split(separator: ContactFromCSV.listSeparator) {
            let value = value.trimmed()
            switch entry.kind {
            case .relation: relation(value, label)
            case .website:
                guard !contact.urls.contains(value) else { continue }
                contact.urls.append(value)
                if !label.isEmpty { keep("URL", value, labelled: label, escapes: false) }
            case .messenger: messenger(value, label)
            case .custom:
                let name = CSVColumn.property(label)
                keep(name.isEmpty ? "X-CUSTOM" : name, value, name.isEmpty ? [VCardParameter("X-LABEL", [label])] : [])
            case .event: event(value, label)
            }
        }
    }

    private mutating func event(_ text: String, _ label: String) {
        let reading = DateText(text, before: dates.year)
        guard reading != .none else { return }
        guard let date = dates.date(reading) else { return keepUnreadable(text, label.isEmpty ? "Event" : label) }
        switch label.lowercased() {
        case "anniversary" where contact.anniversary == nil: contact.anniversary = date
        case "birthday" where contact.birthday == nil: contact.birthday = date
        default: keep("X-ABDATE", date, labelled: label)
        }
    }

    private mutating func relation(_ name: String, _ label: String) {
        keep("X-ABRELATEDNAMES", name, labelled: label)
    }

    /// Keeps a line in Apple's form: its label is in a second line of the same group.
    private mutating func keep(_ name: String, _ text: String, labelled label: String, escapes: Bool = true) {
        guard !label.isEmpty else { return keep(name, text) }
        groups += 1
        let group = "item\(groups)"
        let builtIn = [
            "spouse", "child", "mother", "father", "parent", "brother", "sister", "friend", "manager",
            "assistant", "partner", "anniversary",
        ]
        let known = builtIn.contains(label.lowercased())
        let shown = known ? "_$!<\(label.prefix(1).uppercased() + label.dropFirst().lowercased())>!$_" : label
        contact.lines.append(VCardLine(name, group: group, value: escapes ? VCardText.escaped(text) : text).text)
        contact.lines.append(VCardLine("X-ABLABEL", group: group, value: VCardText.escaped(shown)).text)
    }

    private mutating func messenger(_ name: String, _ service: String) {
        let schemes = [
            "aim": "aim", "gtalk": "xmpp", "googletalk": "xmpp", "jabber": "xmpp", "xmpp": "xmpp", "icq": "icq",
            "msn": "msnim", "msnim": "msnim", "skype": "skype", "yahoo": "ymsgr", "ymsgr": "ymsgr", "qq": "x-apple",
        ]
        let scheme = schemes[CSVColumn.key(service)]
        let value = scheme.map { "\($0):" + name } ?? (name.contains(":") ? name : "x-apple:" + name)
        let parameters = service.isEmpty || scheme == service ? [] : [VCardParameter("X-SERVICE-TYPE", [service])]
        keep("IMPP", value, parameters, escapes: false)
    }

    private mutating func keep(
        _ name: String,
        _ text: String,
        _ parameters: [VCardParameter] = [],
        escapes: Bool = true
    ) {
        let value = escapes ? VCardText.escaped(text) : text
        contact.lines.append(VCardLine(name, parameters: parameters, value: value).text)
    }

    /// Values by their columns' slots, in column order.
    private struct Slots<Value> {
        private(set) var order: [String] = []
        private var bySlot: [String: Value] = [:]

        var values: [Value] { order.compactMap { bySlot[$0] } }

        subscript(slot: String) -> Value? { bySlot[slot] }

        mutating func change(_ slot: String, _ initial: Value, _ body: (inout Value) -> Void) {
            if bySlot[slot] == nil { order.append(slot) }
            body(&bySlot[slot, default: initial])
        }
    }
}
