package import Repository
import VCard

/// A card of the ledger, for people.
package enum CardText {
    /// The contact that the card is, as the one with the identifier; `nil` when it cannot be read.
    package static func contact(_ bytes: [UInt8], as id: ContactID) -> Contact? {
        try? ParsedCard(bytes).contact(as: id)
    }

    /// The contact with only those lines of its card that no field says, and that do not change by themselves: what is to be
    /// seen when versions are compared.
    package static func shown(_ contact: Contact) -> Contact {
        var shown = contact
        shown.lines.removeAll { text in
            guard let name = VCardLine(text: text)?.nameInNewVersion else { return false }
            return CardFromContact.ranks[name] != nil || ContactForm.stamps.contains(name)
        }
        return shown
    }
}
