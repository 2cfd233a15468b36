import Primitives
import Repository
import VCard

/// A request to a source, with the ledger item as it was before sending.
struct PushTask: Sendable {
    /// The request; `nil` if a group's card is already up to date.
    let request: CardRequest?
    let item: SyncItem
    let name: String
    /// The contact that the card represents; `nil` for removals and groups.
    var version: Contact?
    /// Whether the card represents the contact exactly.
    var isExact = true
    /// The card from an earlier write that hasn't been seen in the source yet.
    var earlier: [UInt8]?
    var reason: String?
    /// The group members whose changes the card includes.
    var members: [SyncMember] = []

    var isCreation: Bool {
        if case .create? = request { true } else { false }
    }
}

/// Turns local changes into requests and handles the results, within one transaction.
struct PushBatch {
    struct Outcome: Sendable {
        var entries: [SyncReport.Entry] = []
        /// The names of the cards to read again.
        var reading: [String] = []
        /// Whether some contacts have to be processed again.
        var isConflicting = false
        /// The reason why nothing else may be written in this pass.
        var refusal: CardSourceError?
        /// The error that ends the pass.
        var error: CardSourceError?
    }

    let tx: SyncTransaction
    let edit: CardEdit
    private let version: VCardVersion
    /// Whether the source may return an outdated state for a while after a write.
    private let mayLag: Bool
    private let groups: GroupLedger
    private var outcome = Outcome()

    init(_ tx: SyncTransaction, time: Date, for source: CardSourceDescription) throws {
        self.tx = tx
        edit = CardEdit(time: time)
        (version, mayLag) = (source.version, source.mayLag)
        groups = try GroupLedger(tx)
    }

    // MARK: - Before sending

    /// Determines the requests that contacts need, and records them in the ledger before they are sent.
    func prepare(_ ids: [ContactID]) throws -> [PushTask] { try ids.compactMap(prepare) }

    private func prepare(_ id: ContactID) throws -> PushTask? {
        let item = try tx.item(contact: id)
        guard let contact = try tx.contact(id) else { return try remove(id, item) }
        // A card that was written but is missing is created again.
        guard let item, item.href != nil, item.apart != nil || item.intent != .create else {
            return try create(contact, item ?? SyncItem())
        }
        return item.apart == nil ? try update(contact, item) : nil
    }

    private func remove(_ id: ContactID, _ item: SyncItem?) throws -> PushTask? {
        if !groups.isEmpty { try tx.leaveGroups(id) }
        guard var item, item.href != nil else {
            if let item { try tx.drop(item) }
            try tx.settle(id)
            return nil
        }
        // A card that can't be parsed isn't removed, since it may contain more than the contact did.
        if item.apart != nil { return nil }
        let earlier = item.wanted
        (item.intent, item.wanted) = (.remove, nil)
        try tx.save(item)
        return PushTask(request: .remove, item: item, name: item.name ?? "", earlier: earlier)
    }

    private func update(_ contact: Contact, _ old: SyncItem) throws -> PushTask? {
        var item = old
        guard let card = item.card else {
            // The card has to be read first.
            item.etag = nil
            try tx.save(item)
            return nil
        }
        let before = item.contactHere(as: contact.id, otherwise: card) ?? contact
        let here = try note(contact, uid: item.uid, base: before)
        guard ContactForm(here) != ContactForm(before) else {
            try tx.settle(contact.id)
            return nil
        }
        let written = edit.card(card, from: before, to: here, otherwise: version)
        (item.intent, item.wanted, item.name) = (.update, written.bytes, here.displayName)
        try tx.save(item)
        return PushTask(
            request: .update(written.bytes),
            item: item,
            name: here.displayName,
            version: here,
            isExact: written.isExact,
            earlier: old.wanted
        )
    }

    private func create(_ present: Contact, _ old: SyncItem) throws -> PushTask {
        var (here, item) = (present, old)
        var uid = here.exportedUID
        if let other = try tx.item(uid: uid), other.contact != here.id {
            // Another contact has the same UID, for example after duplicating one, but two cards can't share it.
            uid = "urn:uuid:" + UUID().uuidString.lowercased()
            here.uid = uid
            try replace(here)
        }
        here = try note(here, uid: uid, base: nil)
        let isRemovedThere = item.number != 0 && item.intent == nil
        let written = edit.card(here, version)
        (item.contact, item.uid, item.name) = (here.id, uid, here.displayName)
        (item.intent, item.wanted) = (.create, written.bytes)
        try tx.save(item)
        return PushTask(
            request: .create(written.bytes, uid: uid.withoutURN ?? uid),
            item: item,
            name: here.displayName,
            version: here,
            isExact: written.isExact,
            reason: isRemovedThere ? "it was changed here after it was removed there" : nil
        )
    }

    /// Records the groups that the contact joined or left, and returns it without the groups that have their own card.
    private func note(_ contact: Contact, uid: String?, base: Contact?) throws -> Contact {
        guard !groups.isEmpty else { return contact }
        var contact = contact
        let joined = try groups.note(contact, uid: uid ?? contact.exportedUID, base: base)
        if !joined.isEmpty {
            contact.categories = GroupLedger.names(contact.categories, with: joined)
            try replace(contact)
        }
        return try groups.grouped(contact, base: base).own
    }

    private func replace(_ contact: Contact) throws {
        var changes = ContactChanges(title: SyncPass.title)
        try tx.replace(contact, &changes)
    }

    // MARK: - After sending

    mutating func finish(_ results: [SentTask]) throws -> Outcome {
        for (task, result) in results {
            let contact = task.item.contact
            guard let item = try contact.map(tx.item(contact:)) ?? tx.groupItem(task.item.number) else { continue }
            switch (result, task.request) {
            case (.success, .remove):
                try removed(item)
                note(.removedThere, task)
            case (.failure(let error), .remove) where error.code == .gone:
                try removed(item)
                if contact == nil { note(.removedThere, task) }
            case (.success(let write), _): try written(write, task, item)
            case (.failure(let error), _): try failed(error, task, item)
            }
        }
        return outcome
    }

    private func removed(_ item: SyncItem) throws {
        if item.group != nil { try tx.rest(item) } else { try tx.drop(item) }
        if mayLag { try tx.bury(item) }
        if let id = item.contact, try tx.contact(id) == nil { try tx.settle(id) }
    }

    private mutating func written(_ write: CardWrite?, _ task: PushTask, _ old: SyncItem) throws {
        var item = old
        if let write {
            let needsReading = write.needsReading || write.etag == nil
            let href = try write.place(of: item, tx)
            item.href = href
            // Until the card is read back, only the source's response says that it was written.
            switch task.request {
            case .create(let bytes, _): (item.base, item.intent) = (bytes, needsReading ? .create : nil)
            case .update(let bytes): (item.base, item.intent) = (bytes, needsReading ? .update : nil)
            case .remove, nil: break
            }
            if mayLag, !task.isCreation { item.replaced = item.etag }
            item.etag = write.etag
            if needsReading { outcome.reading.append(href) }
            let shown = item.group == nil ? task.item.href : href
            note(task.isCreation ? .addedThere : .changedThere, task, at: shown, reason: task.reason)
        } else if item.group == nil {
            return
        }
        guard item.group == nil else { return try writtenGroup(item, task) }
        item.wanted = nil
        item.localBase = task.isExact ? nil : task.version.map(CardEdit.record)
        try tx.save(item)
        guard let version = task.version, let now = try tx.contact(version.id) else { return }
        let own = try note(now, uid: item.uid, base: version)
        if ContactForm(own) == ContactForm(version) { try tx.settle(version.id) }
    }

    private mutating func failed(_ error: CardSourceError, _ task: PushTask, _ old: SyncItem) throws {
        if error.endsPass {
            // The request may have arrived, so it stays recorded as unfinished.
            outcome.error = error
            return
        }
        note(.notSent, task, reason: error.message)
        if error.endsWriting { outcome.refusal = error }
        var item = old
        let isConflict = error.code == .conflict || error.code == .gone
        // Reading shows whether the conflicting card is our own.
        if isConflict, item.href == nil { return }
        if item.group == nil {
            // A card that was written but never seen still counts as not created.
            item.intent = task.isCreation ? .create : task.earlier == nil ? nil : .update
            item.wanted = task.earlier
        }
        if isConflict, let href = item.href {
            // The card is read and reconsidered; if it is missing, it is only created again once that is certain.
            if !task.isCreation { item.etag = nil }
            outcome.reading.append(href)
            outcome.isConflicting = true
        }
        // If the card never existed, its item is dropped, unless it belongs to a group.
        if item.href == nil, item.group == nil { try tx.drop(item) } else { try tx.save(item) }
    }

    private mutating func note(
        _ action: SyncReport.Action,
        _ task: PushTask,
        at href: String? = nil,
        reason: String? = nil
    ) {
        var entry = SyncReport.Entry(action, task.name, of: task.item, reason: reason)
        entry.href = href ?? entry.href
        outcome.entries.append(entry)
    }
}

/// A request that was sent, with its result.
typealias SentTask = (task: PushTask, result: Result<CardWrite?, CardSourceError>)

extension CardWrite {
    /// Returns the place that an item's card was written to, and removes any other item from it.
    ///
    /// If the source returns a place that belongs to another card in the ledger, that is ignored.
    func place(of item: SyncItem, _ tx: SyncTransaction) throws -> String {
        func other(at href: String) throws -> SyncItem? {
            try tx.item(href: href).flatMap { $0.number == item.number ? nil : $0 }
        }
        let isWrong = try href != sentTo && other(at: href).map { !$0.isRemovedCard } ?? false
        let place = isWrong ? sentTo : href
        if let other = try other(at: place) { try tx.displace(other) }
        return place
    }
}

/// A request to a source about a single card.
enum CardRequest: Equatable, Sendable {
    case create([UInt8], uid: String)
    case update([UInt8])
    case remove

    /// Sends the request for an item's card; returns `nil` if nothing was written.
    ///
    /// Sends nothing if the card to change or remove has no name in the source. In a trial it sends nothing either, and
    /// pretends that the write succeeded.
    ///
    /// - Throws: ``CardSourceError``.
    func send(for item: SyncItem, to source: any CardSource, isTrial: Bool) async throws -> CardWrite? {
        switch (self, item.href) {
        case (.create(_, let uid), _) where isTrial:
            return CardWrite(href: "trial:" + uid, etag: "trial", needsReading: false)
        case (.update, let href?) where isTrial: return CardWrite(href: href, etag: "trial", needsReading: false)
        case (.remove, _) where isTrial: return nil
        case (.create(let bytes, let uid), _): return try await source.create(bytes, uid: uid)
        case (.update(let bytes), let href?):
            return try await source.update(href, ifMatch: item.etag, bytes: bytes)
        case (.remove, let href?):
            try await source.remove(href, ifMatch: item.etag)
            return nil
        case (.update, nil), (.remove, nil): return nil
        }
    }
}
