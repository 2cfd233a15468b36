/// A store as the changes of users see it, within one transaction.
protocol LocalStore {
    /// The contact with the identifier, removed ones too.
    mutating func stored(_ id: ContactID) throws -> StoredContact?

    /// The contact that came with the UID, removed ones too.
    mutating func identifier(withUID uid: String) throws -> ContactID?

    /// Adds a contact under an identifier that nobody has.
    mutating func insert(_ new: NewContact, as id: ContactID) throws

    /// Makes the record what is kept here about a contact that the store has; `nil` forgets it altogether.
    mutating func write(_ record: LocalRecord?, over stored: StoredContact) throws

    /// Begins a step of history; steps that are undone are dropped.
    mutating func beginStep(_ title: String) throws -> Int64

    /// Notes what was kept about a contact before the step.
    mutating func note(_ before: LocalRecord?, of id: ContactID, in step: Int64) throws

    /// The steps that can be undone, the last first, or redone, the first first.
    mutating func steps(isUndone: Bool, limit: Int) throws -> [HistoryStep]

    /// Some entries of a step that lie beyond `number`, in the order in which they are put back.
    mutating func entries(of step: HistoryStep, beyond number: Int64?) throws -> [JournalEntry]

    /// Notes in an entry what was kept about the contact before it was put back.
    mutating func turn(_ entry: JournalEntry, of step: HistoryStep, present: LocalRecord?) throws

    /// Marks a step as undone, or as done again.
    mutating func mark(_ step: HistoryStep, isUndone: Bool) throws
}

extension LocalStore {
    /// Undoes or redoes up to `limit` steps, and returns them as they are now.
    mutating func turn(limit: Int, isUndone: Bool) throws -> [HistoryStep] {
        var turned = try steps(isUndone: isUndone, limit: limit)
        for index in turned.indices {
            let step = turned[index]
            var last: Int64?
            while true {
                let entries = try entries(of: step, beyond: last)
                guard let end = entries.last else { break }
                for entry in entries {
                    try Task.checkCancellation()
                    let stored = try stored(entry.id)
                    try turn(entry, of: step, present: stored?.record)
                    if let stored {
                        try write(entry.other, over: stored)
                    } else if let other = entry.other, other.isLocal {
                        try insert(NewContact(other.card), as: entry.id)
                    }
                    // A contact of the source that the source's own store has forgotten cannot be put back.
                }
                last = end.number
            }
            turned[index].isUndone = !isUndone
            try mark(turned[index], isUndone: !isUndone)
        }
        return turned
    }
}
