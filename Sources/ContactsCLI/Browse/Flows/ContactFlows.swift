import Repository

/// Editing a contact, or writing a new one: form, then what would change, then saving.
struct EditCoordinator: FlowCoordinator {
    /// The stage of the flow.
    enum Stage: Hashable, Sendable {
        /// The form.
        case form
        /// The changes, with the question whether to save them.
        case difference
        /// The question whether to throw the changes away.
        case discarding
        /// Saving.
        case saving
    }

    /// The stage of the flow.
    private(set) var stage = Stage.form

    mutating func follow(_ step: FlowStep) -> FlowDirection? {
        switch (stage, step) {
        case (.form, .formSubmitted(hasChanges: true)):
            stage = .difference
            return nil
        case (.form, .formSubmitted(hasChanges: false)), (.form, .left(hasChanges: false)):
            return .back
        case (.form, .left(hasChanges: true)):
            stage = .discarding
            return nil
        case (.difference, .confirmed):
            stage = .saving
            return .begin(.save)
        case (.discarding, .confirmed):
            return .back
        case (.difference, .rejected), (.difference, .left), (.discarding, .rejected), (.discarding, .left),
            (.saving, .workFailed):
            stage = .form
            return nil
        case (.saving, .workDone(let id)):
            return id.map { .replace(.contact($0)) } ?? .back
        case (_, .pageChosen(let route)) where stage != .saving:
            // Another page is on top of the form, which is there again when that is left.
            return .open(route)
        default:
            return nil
        }
    }
}

/// Removing contacts: a question, whose default is no, then the removal.
struct RemovalCoordinator: FlowCoordinator {
    /// The stage of the flow.
    enum Stage: Hashable, Sendable {
        /// The contacts.
        case contacts
        /// The question whether to remove these.
        case question([ContactID])
        /// The removal of these.
        case removing([ContactID])
    }

    /// The stage of the flow.
    private(set) var stage = Stage.contacts
    /// Whether the page is left when its contact is gone.
    let leavesPage: Bool

    mutating func follow(_ step: FlowStep) -> FlowDirection? {
        switch (stage, step) {
        case (.contacts, .removalChosen(let ids)) where !ids.isEmpty:
            stage = .question(ids)
            return nil
        case (.question(let ids), .confirmed):
            stage = .removing(ids)
            return .begin(.remove(ids))
        case (.question, .rejected), (.question, .left), (.removing, .workFailed):
            stage = .contacts
            return nil
        case (.removing, .workDone):
            stage = .contacts
            return leavesPage ? .back : nil
        default:
            return nil
        }
    }
}

/// Merging duplicates: groups, then what a merge would make, then the merge.
struct MergeCoordinator: FlowCoordinator {
    /// The stage of the flow.
    enum Stage: Hashable, Sendable {
        /// The groups of contacts that look like one person.
        case groups
        /// The result of merging these, with the question whether to merge.
        case preview([ContactID])
        /// The merge.
        case merging([ContactID])
    }

    /// The stage of the flow.
    private(set) var stage = Stage.groups

    mutating func follow(_ step: FlowStep) -> FlowDirection? {
        switch (stage, step) {
        case (.groups, .mergeChosen(let ids)) where Set(ids).count > 1:
            stage = .preview(ids)
            return nil
        case (.preview(let ids), .confirmed):
            stage = .merging(ids)
            return .begin(.merge(ids))
        case (.preview, .rejected), (.preview, .left), (.merging, .workFailed), (.merging, .workDone):
            stage = .groups
            return nil
        case (.groups, .left):
            return .back
        case (.groups, .pageChosen(let route)):
            return .open(route)
        case (.groups, .contactChosen(let id)):
            return .open(.contact(id.rawValue))
        default:
            return nil
        }
    }
}
