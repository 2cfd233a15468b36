// How the ledger keeps a mark, and what follows from it.
extension ChangeMark {
    private static let start = "cheap "

    /// The mark that the ledger has as a text; an earlier version kept the tag alone.
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

    /// Whether the other mark is one of the same state.
    func isState(of other: ChangeMark) -> Bool {
        (tag != nil && tag == other.tag) || (cheap?.isEmpty == false && cheap == other.cheap)
    }

    /// What is known after something was written there: no mark of the new state, only of which kind it would be.
    var afterWriting: ChangeMark { ChangeMark(cheap: cheap.map { _ in "" }) }

    /// The present mark with what an earlier one says of the same state.
    func with(_ earlier: ChangeMark, isUnchanged: Bool) -> ChangeMark {
        guard isUnchanged else { return self }
        return ChangeMark(tag: tag ?? earlier.tag, cheap: cheap ?? earlier.cheap)
    }
}
