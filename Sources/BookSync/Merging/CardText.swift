package import Repository
import VCard

/// Shows the cards in the ledger to the user.
package enum CardText {
    /// Returns the contact in the card, with the identifier; `nil` if it can't be read.
    package static func contact(_ bytes: [UInt8], as id: ContactID) -> Contact? {
        try? ParsedCard(bytes).contact(as: id)
    }

    /// Returns the contact for comparing versions: of its card's lines it keeps those without a field, except those that
    /// change by themselves.
    package static func shown(_ contact: Contact) -> Contact {
        var shown = contact
        shown.lines.removeAll { text in
            guard let name = VCardLine(text: text)?.nameInNewVersion else { return false }
            return CardFromContact.ranks[name] != nil || ContactForm.stamps.contains(name)
        }
        return shown
    }
}
