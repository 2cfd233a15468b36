/// What one step of history did with one contact.
struct JournalEntry {
    /// The place of the entry within its step.
    var number: Int64
    var id: ContactID
    /// What to put back: the record of the other side of the step, `nil` for a contact that was not there.
    var other: LocalRecord?
}
