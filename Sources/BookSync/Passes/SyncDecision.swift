/// What became of one side of a card since both sides had it in common.
enum SyncSide: Hashable, Sendable, CaseIterable {
    case same, changed, removed
}

/// What is done about a card for what became of its two sides; a push, which reads no card of the other side, decides by itself.
enum SyncDecision: Hashable, Sendable {
    /// Both sides are as they were.
    case nothing
    /// The version there comes here.
    case pull
    /// The version here goes there.
    case push
    /// Both changed.
    case merge
    /// It was removed there.
    case removeHere
    /// It was removed here.
    case removeThere
    /// It was changed here and removed there: an edit beats a removal.
    case createThere
    /// It was changed there and removed here: an edit beats a removal.
    case restoreHere
    /// Both removed it.
    case forget

    /// What is done when the sides are like that.
    init(here: SyncSide, there: SyncSide) {
        self =
            switch (here, there) {
            case (.same, .same): .nothing
            case (.same, .changed): .pull
            case (.same, .removed): .removeHere
            case (.changed, .same): .push
            case (.changed, .changed): .merge
            case (.changed, .removed): .createThere
            case (.removed, .same): .removeThere
            case (.removed, .changed): .restoreHere
            case (.removed, .removed): .forget
            }
    }
}
