import Primitives
import VCard

/// The local values of a contact, limited to the fields that differ from the source.
struct ContactCard: Sendable {
    /// The set of fields, as bits at their indices in ``CardField/all``.
    private var fields: UInt64 = 0
    private var values = Contact(id: ContactID(rawValue: ""))

    init() {}

    /// Creates the card that turns `base` into `wanted`.
    init(from base: Contact, to wanted: Contact) {
        values = wanted
        for place in CardField.all.indices where place != CardField.phone && place != CardField.cell {
            if !CardField.all[place].isEqual(base, wanted) { fields |= 1 << place }
        }
        guard has(CardField.phones) else { return }
        // If only one number changed, the other one still follows the source.
        var other = base
        other.phone = wanted.phone
        other.cell = wanted.cell
        guard !base.phones.isEmpty, other.phones == wanted.phones else { return }
        fields &= ~(1 << CardField.phones)
        for place in [CardField.phone, CardField.cell] where !CardField.all[place].isEqual(base, wanted) {
            fields |= 1 << place
        }
    }

    var isEmpty: Bool { fields == 0 }

    private func has(_ place: Int) -> Bool { fields & (1 << place) != 0 }

    /// Returns the card after the user changed the contact from `shown` to `wanted`.
    ///
    /// Values typed earlier are kept if this change doesn't affect them, even if the source has the same value now.
    func changed(base: Contact, shown: Contact, wanted: Contact) -> ContactCard {
        var card = ContactCard(from: base, to: wanted)
        for place in CardField.all.indices where has(place) && !card.has(place) {
            let field = CardField.all[place]
            let isOtherwiseKept = card.has(CardField.phones) && (place == CardField.phone || place == CardField.cell)
            guard field.isEqual(shown, wanted), !isOtherwiseKept else { continue }
            field.copy(from: values, to: &card.values)
            card.fields |= 1 << place
        }
        return card
    }

    /// Returns the fields that are missing or different in the other card, and the names of those that only it has.
    func difference(from other: ContactCard) -> (card: ContactCard, absent: [String]) {
        var card = self
        for place in CardField.all.indices where has(place) && other.has(place) {
            if CardField.all[place].isIdentical(values, other.values) { card.fields &= ~(1 << place) }
        }
        let absent = CardField.all.indices.filter { other.has($0) && !has($0) }
        return (card, absent.map { CardField.all[$0].name })
    }

    /// Returns the card with its fields overridden by the other card's, and without the named fields.
    func applying(_ other: ContactCard, without absent: [String]) -> ContactCard {
        var card = ContactCard()
        // Start empty and go in order: otherwise, a cleared number would reveal the next one of an old list.
        for (place, field) in CardField.all.enumerated()
        where other.has(place) || has(place) && !absent.contains(field.name) {
            field.copy(from: other.has(place) ? other.values : values, to: &card.values)
            card.fields |= 1 << place
        }
        return card
    }

    /// The card with only the user's marks, without values that override the source's.
    var marks: ContactCard {
        var card = self
        for (place, field) in CardField.all.enumerated() where !field.isMark { card.fields &= ~(1 << place) }
        return card
    }

    /// Returns the contact for display: the source's values with the card applied.
    func applied(to base: Contact) -> Contact {
        var shown = base
        var rest = fields
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            rest &= rest - 1
            let field = CardField.all[place]
            if base.origin == .source {
                guard !field.isEqual(values, shown) else { continue }
                if !field.isMark { shown.isEdited = true }
            }
            field.copy(from: values, to: &shown)
        }
        return shown
    }

    /// Returns the card with the pronouns in their field, which cards previously didn't have.
    ///
    /// Older versions kept them as lines. As in newly imported cards, the first line provides the text; the lines are only
    /// kept if they contain more: if there are several, or one has a group or a parameter.
    func liftingPronouns() -> ContactCard {
        guard !has(CardField.pronouns) else { return self }
        let lines = values.lines.enumerated().compactMap { index, text -> (Int, VCardLine)? in
            guard let line = VCardLine(text: text) else { return nil }
            return ["PRONOUNS", "X-PRONOUNS"].contains(line.name) ? (index, line) : nil
        }
        guard let (index, line) = lines.first else { return self }
        var card = self
        card.values.pronouns = VCardText.unescaped(line.value)
        card.fields |= 1 << CardField.pronouns
        if lines.count == 1, line.group == nil, line.parameters.isEmpty { card.values.lines.remove(at: index) }
        return card
    }
}

extension ContactCard: Equatable {
    static func == (left: ContactCard, right: ContactCard) -> Bool {
        left.fields == right.fields
            && CardField.all.indices.allSatisfy {
                !left.has($0) || CardField.all[$0].isEqual(left.values, right.values)
            }
    }
}

extension ContactCard {
    /// Writes each field as a member of the object; a cleared field is `null`.
    func write(to json: inout JSONWriter) {
        for place in CardField.all.indices where has(place) { CardField.all[place].write(values, to: &json) }
    }

    var json: String { String(decoding: JSONWriter.object(controls: .digits, write(to:)), as: UTF8.self) }

    /// Parses a card, skipping fields that are unknown or have another type.
    init(json: String) throws {
        try self.init(members: JSONReader.members(of: JSONReader.parse(json.utf8)))
    }

    init(members: [String: Any]) throws {
        for (place, field) in CardField.all.enumerated() {
            guard let json = members[field.name] else { continue }
            if try field.read(json, into: &values) { fields |= 1 << place }
        }
    }
}
