/// The change on one side of a card since the last common version.
enum SyncSide: Hashable, Sendable, CaseIterable {
    case same, changed, removed
}

/// The action for a card after changes on its two sides; a push, which doesn't read the other side, decides by itself.
enum SyncDecision: Hashable, Sendable {
    /// Neither side changed.
    case nothing
    /// Take the version there.
    case pull
    /// Send the version here.
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

    /// Decides by the changes on both sides.
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
