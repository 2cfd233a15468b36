// The form of a mark in the ledger, and comparing marks.
extension ChangeMark {
    private static let start = "cheap "

    /// Reads a mark from the ledger; earlier versions stored the tag alone.
    init(_ text: String?) {
        self.init()
        guard let text, text.hasPrefix(Self.start), let end = text.firstIndex(of: "\n") else {
            tag = text
            return
        }
        cheap = String(text[..<end].dropFirst(Self.start.count))
        let rest = text[text.index(after: end)...]
        tag = rest.isEmpty ? nil : String(rest)
    }

    /// The mark for the ledger; `nil` for an empty one.
    var text: String? {
        guard let cheap, !cheap.contains("\n") else { return tag }
        return "\(Self.start)\(cheap)\n\(tag ?? "")"
    }

    /// Whether the other mark is of the same state.
    func isState(of other: ChangeMark) -> Bool {
        (tag != nil && tag == other.tag) || (cheap?.isEmpty == false && cheap == other.cheap)
    }

    /// The mark after writing to the source: only its kind is known, as the new state has none yet.
    var afterWriting: ChangeMark { ChangeMark(cheap: cheap.map { _ in "" }) }

    /// Returns the present mark, completed by an earlier one of the same state.
    func with(_ earlier: ChangeMark, isUnchanged: Bool) -> ChangeMark {
        guard isUnchanged else { return self }
        return ChangeMark(tag: tag ?? earlier.tag, cheap: cheap ?? earlier.cheap)
    }
}
