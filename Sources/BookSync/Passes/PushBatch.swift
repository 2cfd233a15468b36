import Primitives
import Repository
import VCard

/// One request to a source, with its item in the ledger before it is sent.
struct PushTask: Sendable {
    let request: CardRequest
    let item: SyncItem
    let contact: ContactID
    /// The contact that the card was made from.
    let version: Contact?
    /// Whether the card says exactly what the contact does.
    var isExact = true
    let name: String
    /// The card of an earlier write that the source hasn't shown yet.
    var earlier: [UInt8]?
    /// The reason, if there is something to say.
    var reason: String?

    var isCreation: Bool {
        if case .create = request { true } else { false }
    }

    /// Sends it.
    func send(to source: any CardSource) async throws -> CardWrite? {
        try await request.send(for: item, to: source)
    }
}

/// Turns changes here into requests, and handles their results.
struct PushBatch {
    let time: Date
    let version: VCardVersion
    /// Whether the source may return the state before a write for a while.
    let mayLag: Bool

    init(time: Date, for source: CardSourceDescription) {
        self.time = time
        (version, mayLag) = (source.version, source.mayLag)
    }

    /// Finds out which requests the contacts need, and records what is about to be done.
    func prepare(_ ids: [ContactID], _ tx: inout SyncTransaction) throws -> [PushTask] {
        var tasks: [PushTask] = []
        let groups = try GroupLedger(tx)
        for id in ids {
            if let task = try prepare(id, groups, &tx) { tasks.append(task) }
        }
        return tasks
    }

    private func prepare(_ id: ContactID, _ groups: GroupLedger, _ tx: inout SyncTransaction) throws -> PushTask? {
        let item = try tx.item(contact: id)
        guard let present = try tx.contact(id) else {
            if !groups.isEmpty { try tx.leaveGroups(id) }
            guard var item else {
                try tx.settle(id)
                return nil
            }
            guard item.href != nil else {
                try tx.drop(item)
                try tx.settle(id)
                return nil
            }
            // A card that can't be read isn't removed, since it may have more than the contact had.
            if item.apart != nil { return nil }
            let earlier = item.wanted
            item.intent = .remove
            item.wanted = nil
            try tx.save(item)
            return PushTask(
                request: .remove,
                item: item,
                contact: id,
                version: nil,
                name: item.name ?? "",
                earlier: earlier
            )
        }
        // A card that was written but is missing is created again.
        if var item, item.href != nil, item.apart != nil || item.intent != .create {
            if item.apart != nil { return nil }
            guard let card = item.card else {
                // The card has to be read first.
                item.etag = nil
                try tx.save(item)
                return nil
            }
            let old = item.localBase.flatMap { try? ParsedCard($0) }?.contact(as: id) ?? card.contact(as: id)
            let here = try note(present, uid: item.uid, base: old, groups, &tx)
            guard ContactForm(here) != ContactForm(old) else {
                try tx.settle(id)
                return nil
            }
            let written = CardEdit(time: time).card(card, from: old, to: here, otherwise: version)
            let earlier = item.wanted
            item.intent = .update
            item.wanted = written.bytes
            item.name = here.displayName
            try tx.save(item)
            return PushTask(
                request: .update(written.bytes),
                item: item,
                contact: id,
                version: here,
                isExact: written.isExact,
                name: here.displayName,
                earlier: earlier
            )
        }
        return try create(present, item ?? SyncItem(), groups, &tx)
    }

    /// Records the groups that the contact joined and left, and returns it without those that have cards of their own.
    private func note(
        _ contact: Contact,
        uid: String?,
        base: Contact?,
        _ groups: GroupLedger,
        _ tx: inout SyncTransaction
    ) throws -> Contact {
        guard !groups.isEmpty else { return contact }
        var contact = contact
        let joined = try groups.note(contact, uid: uid ?? contact.uid ?? "urn:uuid:\(contact.id)", base: base, &tx)
        if !joined.isEmpty {
            contact.categories = GroupLedger.names(contact.categories, with: joined)
            var changes = ContactChanges(title: SyncPass.title)
            try tx.replace(contact, &changes)
        }
        return try groups.grouped(contact, base: base, tx).own
    }

    private func create(
        _ present: Contact,
        _ item: SyncItem,
        _ groups: GroupLedger,
        _ tx: inout SyncTransaction
    ) throws -> PushTask {
        var (here, item) = (present, item)
        var uid = here.uid ?? "urn:uuid:\(here.id)"
        if let other = try tx.item(uid: uid), other.contact != here.id {
            // Another contact has the same UID, as after copying one; two cards must not.
            uid = "urn:uuid:" + UUID().uuidString.lowercased()
            here.uid = uid
            var changes = ContactChanges(title: SyncPass.title)
            try tx.replace(here, &changes)
        }
        here = try note(here, uid: uid, base: nil, groups, &tx)
        let isRemovedThere = item.number != 0 && item.intent == nil
        let written = CardEdit(time: time).card(here, version)
        item.contact = here.id
        item.uid = uid
        item.intent = .create
        item.wanted = written.bytes
        item.name = here.displayName
        try tx.save(item)
        let prefix = "urn:uuid:"
        let name = uid.lowercased().hasPrefix(prefix) ? String(uid.dropFirst(prefix.count)) : uid
        let request = CardRequest.create(written.bytes, uid: name)
        return PushTask(
            request: request,
            item: item,
            contact: here.id,
            version: here,
            isExact: written.isExact,
            name: here.displayName,
            reason: isRemovedThere ? "it was changed here after it was removed there" : nil
        )
    }

    /// The outcome of requests.
    struct Outcome: Sendable {
        var entries: [SyncReport.Entry] = []
        /// The names of cards to read again.
        var reading: [String] = []
        /// Whether contacts have to be examined once more.
        var isConflicting = false
        /// The reason that nothing else may be written in this pass.
        var refusal: CardSourceError?
        /// The error that ends the pass.
        var error: CardSourceError?
    }

    /// Records the results of the requests.
    func finish(
        _ results: [(task: PushTask, result: Result<CardWrite?, CardSourceError>)],
        _ tx: inout SyncTransaction
    ) throws -> Outcome {
        var outcome = Outcome()
        let groups = try GroupLedger(tx)
        for (task, result) in results {
            guard var item = try tx.item(contact: task.contact) else { continue }
            switch (result, task.request) {
            case (.success, .remove):
                try removed(item, task, &tx)
                note(.removedThere, task, &outcome)
            case (.failure(let error), .remove) where error.code == .gone: try removed(item, task, &tx)
            case (.success(let write), _):
                try written(write, task, groups, &item, &tx, &outcome)
            case (.failure(let error), _):
                try failed(error, task, &item, &tx, &outcome)
            }
        }
        return outcome
    }

    private func removed(_ item: SyncItem, _ task: PushTask, _ tx: inout SyncTransaction) throws {
        try tx.drop(item)
        if mayLag { try tx.bury(item) }
        if try tx.contact(task.contact) == nil { try tx.settle(task.contact) }
    }

    private func written(
        _ write: CardWrite?,
        _ task: PushTask,
        _ groups: GroupLedger,
        _ item: inout SyncItem,
        _ tx: inout SyncTransaction,
        _ outcome: inout Outcome
    ) throws {
        guard let write, let version = task.version, let wanted = item.wanted else { return }
        let needsReading = write.needsReading || write.etag == nil
        item.href = try write.place(of: item, tx)
        item.base = wanted
        item.localBase = task.isExact ? nil : CardEdit.record(version)
        // Until it is seen there, only the source's answer says that it was written.
        item.intent = needsReading ? item.intent : nil
        item.wanted = nil
        if mayLag, !task.isCreation { item.replaced = item.etag }
        item.etag = write.etag
        try tx.save(item)
        if let now = try tx.contact(task.contact) {
            let own = try note(now, uid: item.uid, base: version, groups, &tx)
            if ContactForm(own) == ContactForm(version) { try tx.settle(task.contact) }
        }
        if needsReading, let href = item.href { outcome.reading.append(href) }
        note(task.isCreation ? .addedThere : .changedThere, task, &outcome, reason: task.reason)
    }

    private func failed(
        _ error: CardSourceError,
        _ task: PushTask,
        _ item: inout SyncItem,
        _ tx: inout SyncTransaction,
        _ outcome: inout Outcome
    ) throws {
        if error.endsPass {
            // The request may have arrived, so it stays recorded as begun.
            outcome.error = error
            return
        }
        note(.notSent, task, &outcome, reason: error.message)
        if error.endsWriting { outcome.refusal = error }
        let isConflict = error.code == .conflict || error.code == .gone
        // Reading shows whether the conflicting card is our own.
        if isConflict, item.href == nil { return }
        // A card that was written but never seen still counts as not created.
        item.intent = task.isCreation ? .create : task.earlier == nil ? nil : .update
        item.wanted = task.earlier
        if isConflict, let href = item.href {
            // The card is read and decided on again: a missing one is only created once that is certain.
            if !task.isCreation { item.etag = nil }
            outcome.reading.append(href)
            outcome.isConflicting = true
        }
        // A card that never existed leaves no item behind.
        if item.href == nil { try tx.drop(item) } else { try tx.save(item) }
    }

    private func note(
        _ action: SyncReport.Action,
        _ task: PushTask,
        _ outcome: inout Outcome,
        reason: String? = nil
    ) {
        outcome.entries.append(
            SyncReport.Entry(
                action: action,
                name: task.name,
                contact: task.contact,
                href: task.item.href,
                reason: reason
            )
        )
    }
}

extension CardWrite {
    /// Returns the place that the card of an item was written to, and takes it from any other item.
    ///
    /// If the source names the place of another card in the ledger, that is ignored.
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

extension CardSourceError {
    /// Whether the pass can't continue.
    var endsPass: Bool { [.authentication, .unavailable, .missing, .badAnswer].contains(code) }

    /// Whether no other write may be sent in this pass.
    var endsWriting: Bool { endsPass || code == .readOnly || code == .quota }
}

/// A request to a source for one card.
enum CardRequest: Equatable, Sendable {
    case create([UInt8], uid: String)
    case update([UInt8])
    case remove

    /// Sends the request for the card of an item; returns `nil` if nothing was written.
    ///
    /// A card without a name in the source can't be changed or removed there, so nothing is sent.
    ///
    /// - Throws: ``CardSourceError``.
    func send(for item: SyncItem, to source: any CardSource) async throws -> CardWrite? {
        switch (self, item.href) {
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
