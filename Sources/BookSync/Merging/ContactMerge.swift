import Repository
import VCard

/// A field that both sides changed in different ways.
package struct FieldConflict: Hashable, Codable, Sendable {
    package var field: String
    package var ours: String
    package var theirs: String
    /// Whether the field can keep the values of both sides.
    package var isList = false
    /// The side that was kept; `nil` while undecided.
    package var kept: ConflictSide?
}

/// The side that wins when both changed a field.
package enum ConflictSide: String, Hashable, Codable, Sendable, CaseIterable {
    case ours, theirs
    /// Both, for a list; for a single value, the local one stays and the remote version becomes a second contact.
    case both
}

/// A three-way merge of two versions.
struct ContactMerge {
    /// The versions of a contact on both sides.
    ///
    /// Each side has its own base, so that something that the source drops or rewrites isn't mistaken for an edit.
    struct Versions {
        var here: Contact
        var base: Contact
        var there: Contact
        var baseThere: Contact
    }

    private(set) var merged: Contact
    /// The fields that both sides changed, each with the side that was kept.
    private(set) var conflicts: [FieldConflict] = []
    private let sides: [String: ConflictSide]
    private let side: ConflictSide?

    /// Merges the remote changes into the local contact.
    ///
    /// - Parameters:
    ///   - versions: The versions to merge.
    ///   - side: The side that wins when both changed a field; `nil` if undecided, which keeps the local version.
    ///   - sides: The winning sides for individual fields, by field name.
    init(_ versions: Versions, preferring side: ConflictSide?, but sides: [String: ConflictSide] = [:]) {
        merged = versions.here
        (self.side, self.sides) = (side, sides)
        for field in ContactField.ofCards where !field.isEqual(versions.baseThere, versions.there) {
            if field.isEqual(versions.base, versions.here) && field.isEqual(versions.base, versions.baseThere) {
                field.copy(from: versions.there, to: &merged)
            } else if !field.isEqual(versions.here, versions.there) {
                merge(field, versions)
            }
        }
    }

    private mutating func merge(_ field: ContactField, _ versions: Versions) {
        switch field.value {
        case .values(let access): access.set(&merged, take(field, versions, access.get, text: \.value))
        case .texts(let access) where field.name != "organizationUnits" && field.name != "units":
            let isLines = field.name == "lines"
            let key = { isLines ? VCardLine(text: $0)?.name ?? "" : "" }
            access.set(&merged, take(field, versions, access.get, key: key, text: \.self))
        case .addresses:
            merged.addresses = take(field, versions, \.addresses) { $0.address.street ?? $0.address.city ?? "" }
        default:
            let (here, there) = (versions.here, versions.there)
            if field.name == "uid" || field.isEqual(versions.base, here) || field.isEmpty(here) {
                field.copy(from: there, to: &merged)
            } else if !field.isEmpty(there) {
                // A field that was cleared remotely but changed locally stays: an edit beats a removal.
                let side = decide(
                    FieldConflict(field: field.name, ours: Self.shown(field, here), theirs: Self.shown(field, there))
                )
                if side == .theirs { field.copy(from: there, to: &merged) }
            }
        }
    }

    /// Returns the winning side of a conflict, and records the conflict with it.
    private mutating func decide(_ conflict: FieldConflict) -> ConflictSide {
        let side = sides[conflict.field] ?? side
        var conflict = conflict
        conflict.kept = side
        conflicts.append(conflict)
        return side ?? .ours
    }

    /// Merges a field's lists; elements with the same `key` are versions of one value, and `text` formats them.
    private mutating func take<Element: Hashable>(
        _ field: ContactField,
        _ versions: Versions,
        _ list: (Contact) -> [Element],
        key: (Element) -> String = { _ in "" },
        text: (Element) -> String
    ) -> [Element] {
        let (here, base) = (list(versions.here), list(versions.base))
        let (there, baseThere) = (list(versions.there), list(versions.baseThere))
        var result = here
        let addedHere = Self.difference(here, base)
        let addedThere = Self.difference(there, baseThere)
        let newHere = Self.difference(addedHere, addedThere)
        var newThere = Self.difference(addedThere, addedHere)
        var contested: Set<String> = []
        for element in Self.difference(baseThere, there) {
            if let index = result.firstIndex(of: element) {
                result.remove(at: index)
            } else if base.contains(element) {
                contested.insert(key(element))
            }
        }
        for name in contested.sorted() {
            let ours = newHere.filter { key($0) == name }
            let theirs = newThere.filter { key($0) == name }
            guard !ours.isEmpty, !theirs.isEmpty else { continue }
            let conflict = FieldConflict(
                field: name.isEmpty ? field.name : name,
                ours: ours.map(text).joined(separator: ", "),
                theirs: theirs.map(text).joined(separator: ", "),
                isList: true
            )
            switch ContactForm.stamps.contains(name) ? .theirs : decide(conflict) {
            case .both: break
            case .ours: newThere.removeAll { key($0) == name }
            case .theirs: for element in ours { result.firstIndex(of: element).map { _ = result.remove(at: $0) } }
            }
        }
        // Don't duplicate a remote value that another edit has already added locally.
        return result + newThere.filter { !result.contains($0) }
    }

    /// Returns the elements of a list that aren't in the other one, counting duplicates.
    static func difference<Element: Hashable>(_ list: [Element], _ other: [Element]) -> [Element] {
        guard !other.isEmpty else { return list }
        var counts: [Element: Int] = [:]
        for element in other { counts[element, default: 0] += 1 }
        return list.filter { element in
            guard let count = counts[element], count > 0 else { return true }
            counts[element] = count - 1
            return false
        }
    }

    private static func shown(_ field: ContactField, _ contact: Contact) -> String {
        switch field.value {
        case .text(let access): access.get(contact) ?? ""
        case .texts(let access): access.get(contact).joined(separator: ", ")
        case .flag(let access): access.get(contact) ? "yes" : "no"
        case .values(let access): access.get(contact).map(\.value).joined(separator: ", ")
        case .photo: contact.photo == nil ? "" : "picture"
        case .addresses, .name, .address, .picture: ""
        }
    }

    /// Returns the common parts of two versions that have no common ancestor, for use as the base of both.
    static func common(_ left: Contact, _ right: Contact) -> Contact {
        var base = Contact(id: left.id, origin: left.origin)
        func both<Element: Hashable>(_ left: [Element], _ right: [Element]) -> [Element] {
            difference(left, difference(left, right))
        }
        for field in ContactField.ofCards {
            switch field.value {
            case _ where field.isEqual(left, right): field.copy(from: left, to: &base)
            case .values(let access): access.set(&base, both(access.get(left), access.get(right)))
            case .texts(let access): access.set(&base, both(access.get(left), access.get(right)))
            case .addresses: base.addresses = both(left.addresses, right.addresses)
            default: break
            }
        }
        return base
    }
}
