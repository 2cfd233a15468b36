import Primitives
import Repository

extension CardDAVSource {
    private static let cardType = (name: "Content-Type", value: "text/vcard; charset=utf-8")

    /// A kind of write, which decides what a failure means.
    private enum Write {
        case create
        /// The card must have this ETag or, if it is `nil`, just exist.
        case change(etag: String?)

        var condition: (name: String, value: String) {
            switch self {
            case .create: ("If-None-Match", "*")
            // Sent back verbatim, even if the quotation marks that it should have are missing.
            case .change(let etag): ("If-Match", etag ?? "*")
            }
        }
    }

    package func create(_ bytes: [UInt8], uid: String) async throws -> CardWrite {
        let known = known
        return try await DAVFailures.translated(client.shownOrigin) {
            try await put(bytes, to: known.collection.path + CardName.file(forUID: uid), .create, known)
        }
    }

    package func update(_ href: String, ifMatch etag: String?, bytes: [UInt8]) async throws -> CardWrite {
        let known = known
        let path = try Self.path(of: href, etag, in: known)
        return try await DAVFailures.translated(client.shownOrigin) {
            try await put(bytes, to: path, .change(etag: etag), known)
        }
    }

    package func remove(_ href: String, ifMatch etag: String?) async throws {
        let known = known
        let path = try Self.path(of: href, etag, in: known)
        try await DAVFailures.translated(client.shownOrigin) {
            try await remove(path, .change(etag: etag), known)
        }
    }

    private func remove(_ path: String, _ write: Write, _ known: Abilities) async throws {
        let url = known.collection.origin + path
        let reply: DAVReply
        do {
            reply = try await client.send("DELETE", url, headers: [write.condition])
        } catch let error as HTTPTransportError where error.isTransient {
            // The response was lost, so check the card's current state to find out what happened.
            guard case .missing = try await readOne(path, known).content else { throw error }
            return
        }
        if reply.isSuccess { return }
        guard [404, 410, 412].contains(reply.status) else { throw try await failure(reply, write, known) }
        let there = try await readOne(path, known).content
        guard reply.status == 412 else {
            if there == .missing { throw try await failure(reply, write, known) }
            throw CardSourceError(.conflict, "The server refused to remove the card (\(reply.status)).")
        }
        throw Self.failedCondition(reply, write, there, bytes: [])
    }

    /// Returns the path of a card that is about to be changed.
    ///
    /// Rejects an ETag that a request header can't carry: without it, a write could overwrite somebody else's change.
    private static func path(of href: String, _ etag: String?, in known: Abilities) throws(CardSourceError) -> String {
        guard let path = known.collection.rawPath(href), known.collection.key(of: href) != nil else {
            throw CardSourceError(
                .forbidden,
                "“\(DisplaySafeText.line(href, limit: 80))” is outside the address book; nothing is written there."
            )
        }
        guard etag?.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) != true else {
            throw CardSourceError(
                .forbidden,
                "The card cannot be changed there: its tag (ETag) from the server contains control characters."
            )
        }
        return path
    }

    // MARK: - PUT

    private func put(_ bytes: [UInt8], to path: String, _ write: Write, _ known: Abilities) async throws -> CardWrite {
        let url = known.collection.origin + path
        let headers = [Self.cardType, write.condition]
        let reply: DAVReply
        do {
            reply = try await client.send("PUT", url, headers: headers, body: bytes)
        } catch let error as HTTPTransportError where error.isTransient {
            if let done = Self.written(bytes, try await readOne(path, known)) { return done }
            throw error
        }
        guard reply.isSuccess else {
            guard reply.status == 412 else { throw try await failure(reply, write, known) }
            let there = try await readOne(path, known)
            // After a lost response, the retry is rejected although the first attempt succeeded.
            if let done = Self.written(bytes, there) { return done }
            throw Self.failedCondition(reply, write, there.content, bytes: bytes)
        }
        var href = path
        if let location = reply.headers["Location"] {
            let address = HTTPAddress(url).following(location)?.url ?? location
            if case .item(let moved, _) = known.collection.place(of: address) { href = moved }
        }
        // An ETag doesn't prove that the bytes were stored as sent: Radicale reorders lines and still returns one.
        return CardWrite(href: href, sentTo: path, etag: reply.headers["ETag"], needsReading: true)
    }

    /// Returns the result of a write that succeeded despite a lost response or an error; `nil` if it failed.
    private static func written(_ bytes: [UInt8], _ there: CardRead) -> CardWrite? {
        guard case .card(let card, let etag) = there.content, card == CardBytes.normalized(bytes) else { return nil }
        return CardWrite(href: there.href, etag: etag, needsReading: false)
    }

    // MARK: - Refusals

    private func failure(_ reply: DAVReply, _ write: Write, _ known: Abilities) async throws -> CardSourceError {
        if let error = Self.failure(reply.conditions, status: reply.status, write) { return error }
        switch (reply.status, write) {
        case (404, .create), (409, .create), (410, .create):
            return try await serves(known)
                ? CardSourceError(.conflict, "The server doesn't accept a new card (\(reply.status)).")
                : CardSourceError(.missing, "The address book no longer exists (\(reply.status)).")
        case (404, _), (410, _): return CardSourceError(.gone, "The server no longer has the card (\(reply.status)).")
        case (409, _): return CardSourceError(.conflict, "The card was changed on the server in the meantime (409).")
        case (403, _): return Self.forbidden(reply)
        case (400, _) where Self.text(reply).contains("uid already exists"):
            return CardSourceError(.conflict, "The server already has a card with this UID (400).")
        case (500, _):
            // If only this card fails, blame the card; if every request fails, stop the pass.
            return try await serves(known)
                ? CardSourceError(.invalidCard, "The server fails to process this card (500).") : failing(500)
        default:
            let message = "The server \(client.shownOrigin) responded to a change with status \(reply.status)."
            return Self.failure(["\(reply.status)"], status: reply.status, write)
                ?? CardSourceError(.unavailable, message)
        }
    }

    /// The meanings of rejections, by condition (RFC 6352 and RFC 4331) or else by status.
    private static let refusals: [(causes: Set<String>, code: CardSourceError.Code, message: String)] = [
        (
            ["valid-address-data", "supported-address-data", "400", "415", "422"], .invalidCard,
            "The server considers this card invalid"
        ),
        (["max-resource-size", "413"], .tooLarge, "The server doesn't accept a card of this size"),
        (
            ["quota-not-exceeded", "sufficient-disk-space", "507"], .quota,
            "The account has no storage left on the server"
        ),
        (["need-privileges"], .readOnly, "The account may not change this address book"),
        (["405", "501"], .readOnly, "The server accepts no changes to this address book"),
    ]

    /// Returns the error for conditions or a status; servers send the same condition with different statuses.
    private static func failure(_ causes: Set<String>, status: Int, _ write: Write) -> CardSourceError? {
        if causes.contains("no-uid-conflict") {
            // Radicale also sends this if a request would change an existing card's UID.
            if case .create = write {
                return CardSourceError(.conflict, "The server already has a card with this UID (\(status)).")
            }
            return CardSourceError(.invalidCard, "The server doesn't accept a different UID for this card (\(status)).")
        }
        return refusals.first { !$0.causes.isDisjoint(with: causes) }.map {
            CardSourceError($0.code, "\($0.message) (\(status)).")
        }
    }

    /// Finds out why a precondition failed: the card was changed, is gone, or is invalid to the server.
    private static func failedCondition(
        _ reply: DAVReply,
        _ write: Write,
        _ there: CardRead.Content,
        bytes: [UInt8]
    ) -> CardSourceError {
        if let error = failure(reply.conditions, status: 412, write) { return error }
        let refused =
            bytes.count > 1 << 20
            ? CardSourceError(.tooLarge, "The server doesn't accept a card of this size (412).")
            : CardSourceError(.invalidCard, "The server considers this card invalid (412).")
        switch there {
        case .missing:
            if case .create = write { return refused }
            return CardSourceError(.gone, "The server no longer has the card (412).")
        case .card(_, let etag as String?), .unreadable(_, let etag):
            // The ETag is still the expected one, so the server must have another reason.
            if case .change(let own?) = write, own == etag, !bytes.isEmpty { return refused }
            return CardSourceError(.conflict, "The card was changed on the server in the meantime (412).")
        }
    }

    private static func forbidden(_ reply: DAVReply) -> CardSourceError {
        let text = text(reply)
        if ["quotaexceeded", "ratelimitexceeded", "usagelimits"].contains(where: text.contains) {
            return CardSourceError(
                .unavailable,
                "The server limits requests: the account has made too many (403). Try again later."
            )
        }
        return CardSourceError(.forbidden, "The server doesn't allow the account to change this card (403).")
    }

    /// Returns the beginning of the body in lowercase.
    private static func text(_ reply: DAVReply) -> String {
        String(decoding: reply.body.prefix(4096), as: UTF8.self).lowercased()
    }
}

/// Chooses file names for new cards.
enum CardName {
    /// Returns `<uid>.vcf` if every server and file system stores that name unchanged, or else a name derived from the
    /// UID, so that writing the same card again uses the same name.
    static func file(forUID uid: String) -> String {
        let isPlain = uid.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
        if isPlain, (1...120).contains(uid.utf8.count), !uid.hasPrefix(".") { return uid + ".vcf" }
        if uid.isEmpty { return UUID().uuidString.lowercased() + ".vcf" }
        return Hexadecimal.text(of: SHA1.digest(of: Array(uid.utf8))) + ".vcf"
    }
}
