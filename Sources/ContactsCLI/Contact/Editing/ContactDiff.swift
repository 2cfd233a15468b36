import Primitives
import Repository

/// The difference between two versions of a contact, in lines of its template.
enum ContactDiff {
    /// The removed and added lines, safe for a terminal.
    static func lines(from old: Contact, to new: Contact) -> [String] {
        let texts = [old, new].map {
            ContactTemplate.text(of: ContactDraft($0)).split(separator: "\n").map(String.init)
        }
        return LineDiff.lines(from: texts[0], to: texts[1])
    }

    /// The fields that differ, by the words that people know them by.
    static func fields(from old: Contact, to new: Contact) -> [String] {
        let (before, after) = (ContactDraft(old), ContactDraft(new))
        return ContactField.editable.filter { before.differs(from: after, in: $0) }.map { $0.label.lowercased() }
    }
}

/// Compares two texts by lines.
enum LineDiff {
    /// The most lines of both texts between the first and the last difference that are compared with each other: the time
    /// for that is quadratic. Longer parts are shown as removed and added as a whole.
    private static let limit = 2_000

    /// Returns the removed lines with `- ` and the added lines with `+ `, in the order of the texts.
    static func lines(from old: [String], to new: [String]) -> [String] {
        WorkCount.add(old.count + new.count)
        let start = zip(old, new).prefix { $0 == $1 }.count
        let rests = (old[start...], new[start...])
        let end = zip(rests.0.reversed(), rests.1.reversed()).prefix { $0 == $1 }.count
        return changes(from: rests.0.dropLast(end), to: rests.1.dropLast(end))
    }

    private static func changes(from old: ArraySlice<String>, to new: ArraySlice<String>) -> [String] {
        guard old.count + new.count <= limit else { return old.map { "- " + $0 } + new.map { "+ " + $0 } }
        WorkCount.add(old.count + new.count)
        let (old, new) = (Array(old), Array(new))
        let difference = new.difference(from: old)
        let removed = Set(difference.removals.map(\.offset))
        let inserted = Set(difference.insertions.map(\.offset))
        var result: [String] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, removed.contains(left) {
                result.append("- " + old[left])
                left += 1
            } else if right < new.count, inserted.contains(right) {
                result.append("+ " + new[right])
                right += 1
            } else {
                left += 1
                right += 1
            }
        }
        return result
    }
}

extension CollectionDifference.Change {
    /// The index of the element.
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
