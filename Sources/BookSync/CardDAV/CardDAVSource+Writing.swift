import Repository

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CardDAVSource {
    private static let cardType = (name: "Content-Type", value: "text/vcard; charset=utf-8")

    /// A write, as far as its failure depends on it.
    private enum Write {
        case create
        case update(etag: String?)
        case remove(etag: String?)

        var condition: (name: String, value: String) {
            switch self {
            case .create: ("If-None-Match", "*")
            // Back as it came, also without the quotation marks that it should have.
            case .update(let etag), .remove(let etag): ("If-Match", etag ?? "*")
            }
        }

        var etag: String? {
            switch self {
            case .create: nil
            case .update(let etag), .remove(let etag): etag
            }
        }
    }

    package func create(_ bytes: [UInt8], uid: String) async throws -> CardWrite {
        let known = try known
        return try await DAVFailures.translated(client.shownOrigin) {
            try await put(bytes, to: known.collection.path + CardName.file(forUID: uid), .create, known)
        }
    }

    package func update(_ href: String, ifMatch etag: String?, bytes: [UInt8]) async throws -> CardWrite {
        let known = try known
        let path = try Self.path(of: href, in: known)
        try Self.checkTag(etag)
        return try await DAVFailures.translated(client.shownOrigin) {
            try await put(bytes, to: path, .update(etag: etag), known)
        }
    }

    package func remove(_ href: String, ifMatch etag: String?) async throws {
        let known = try known
        let path = try Self.path(of: href, in: known)
        try Self.checkTag(etag)
        try await DAVFailures.translated(client.shownOrigin) {
            let write = Write.remove(etag: etag)
            let url = known.collection.origin + path
            let reply: DAVReply
            do {
                reply = try await client.send("DELETE", url, headers: [write.condition])
            } catch let error as HTTPTransportError where error.isTransient {
                // The answer was lost: what is there now says what happened.
                guard case .missing = try await readOne(path, known).content else { throw error }
                return
            }
            if reply.isSuccess { return }
            throw try await failure(reply, write, path, bytes: [], known)
        }
    }

    private static func path(of href: String, in known: Abilities) throws(CardSourceError) -> String {
        guard let path = known.collection.rawPath(href), known.collection.key(of: href) != nil else {
            throw CardSourceError(
                .forbidden,
                "“\(DisplaySafeText.line(href, limit: 80))” leads out of the address book; nothing is written there."
            )
        }
        return path
    }

    /// Refuses a tag that no line of a request can carry: written without it, the card could have been changed meanwhile.
    private static func checkTag(_ etag: String?) throws(CardSourceError) {
        guard let etag, etag.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return }
        throw CardSourceError(
            .forbidden,
            "The server gives the card a tag (ETag) with control characters, with which it cannot be changed there."
        )
    }

    // MARK: - PUT

    private func put(_ bytes: [UInt8], to path: String, _ write: Write, _ known: Abilities) async throws -> CardWrite {
        let url = known.collection.origin + path
        let headers = [Self.cardType, write.condition]
        let reply: DAVReply
        do {
            reply = try await client.send("PUT", url, headers: headers, body: bytes)
        } catch let error as HTTPTransportError where error.isTransient {
            if let done = try await written(bytes, at: path, known) { return done }
            throw error
        }
        guard reply.isSuccess else {
            // A repetition after a lost answer is refused although the first attempt was carried out.
            if reply.status == 412, let done = try await written(bytes, at: path, known) { return done }
            throw try await failure(reply, write, path, bytes: bytes, known)
        }
        var href = path
        if let location = reply.headers["Location"] {
            let address = HTTPAddress(url).following(location)?.url ?? location
            if case .item(let moved, _) = known.collection.place(of: address) { href = moved }
        }
        // A tag does not prove that the bytes were kept: Radicale puts lines in another order and gives one.
        return CardWrite(href: href, etag: reply.headers["ETag"], needsReading: true)
    }

    /// The result of a write that was carried out although its answer says or said otherwise; `nil` when it was not.
    private func written(_ bytes: [UInt8], at path: String, _ known: Abilities) async throws -> CardWrite? {
        guard case .card(let there, let etag) = try await readOne(path, known).content,
            there == CardBytes.normalized(bytes)
        else { return nil }
        return CardWrite(href: path, etag: etag, needsReading: false)
    }

    // MARK: - Refusals

    private func failure(
        _ reply: DAVReply,
        _ write: Write,
        _ path: String,
        bytes: [UInt8],
        _ known: Abilities
    ) async throws -> CardSourceError {
        let conditions = reply.conditions
        if let error = Self.failure(conditions, status: reply.status, write) { return error }
        switch reply.status {
        case 404, 410:
            if case .create = write { return CardSourceError(.missing, "The address book is gone (\(reply.status)).") }
            return CardSourceError(.gone, "The card is gone from the server (\(reply.status)).")
        case 409:
            if case .create = write { return CardSourceError(.missing, "The address book is gone (409).") }
            return CardSourceError(.conflict, "The card was changed on the server meanwhile (409).")
        case 412: return try await failedCondition(write, path, bytes: bytes, known)
        case 403: return Self.forbidden(reply)
        case 413: return CardSourceError(.tooLarge, "The server does not take a card of this size (413).")
        case 507: return CardSourceError(.quota, "The server has no room left for the account (507).")
        case 405, 501:
            return CardSourceError(.readOnly, "The server takes no changes in this address book (\(reply.status)).")
        case 400 where Self.text(reply).contains("uid already exists"):
            return CardSourceError(.conflict, "The server has a card with this UID already (400).")
        case 400, 415, 422:
            return CardSourceError(.invalidCard, "The server takes this card for wrong (\(reply.status)).")
        case 500:
            // A failure at one card only is that card's; when the server fails at everything, the pass stops.
            return try await serves(known)
                ? CardSourceError(.invalidCard, "The server fails at this card (500).") : failing(500)
        default:
            return CardSourceError(
                .unavailable,
                "The server \(client.shownOrigin) answers \(reply.status) to a change."
            )
        }
    }

    /// What the conditions of RFC 6352 and RFC 4331 mean; servers send them with several statuses.
    private static func failure(_ conditions: Set<String>, status: Int, _ write: Write) -> CardSourceError? {
        if conditions.contains("no-uid-conflict") {
            // Radicale says so, too, when the UID of a card that is there would change.
            if case .create = write {
                return CardSourceError(.conflict, "The server has a card with this UID already (\(status)).")
            }
            return CardSourceError(.invalidCard, "The server does not take another UID for this card (\(status)).")
        }
        if !conditions.isDisjoint(with: ["valid-address-data", "supported-address-data"]) {
            return CardSourceError(.invalidCard, "The server takes this card for wrong (\(status)).")
        }
        if conditions.contains("max-resource-size") {
            return CardSourceError(.tooLarge, "The server does not take a card of this size (\(status)).")
        }
        if !conditions.isDisjoint(with: ["quota-not-exceeded", "sufficient-disk-space"]) {
            return CardSourceError(.quota, "The server has no room left for the account (\(status)).")
        }
        if conditions.contains("need-privileges") {
            return CardSourceError(.readOnly, "The account may not change this address book (\(status)).")
        }
        return nil
    }

    /// Finds out what a failed condition is about: the card may be changed, gone, or wrong in the server's eyes.
    private func failedCondition(
        _ write: Write,
        _ path: String,
        bytes: [UInt8],
        _ known: Abilities
    ) async throws -> CardSourceError {
        let refused =
            bytes.count > 1 << 20
            ? CardSourceError(.tooLarge, "The server does not take a card of this size (412).")
            : CardSourceError(.invalidCard, "The server takes this card for wrong (412).")
        switch try await readOne(path, known).content {
        case .missing:
            if case .create = write { return refused }
            return CardSourceError(.gone, "The card is gone from the server (412).")
        case .card(_, let etag), .unreadable(_, let etag?):
            // The tag is still the one that was asked for, so that the refusal has another reason.
            if let own = write.etag, own == etag, case .update = write { return refused }
            return CardSourceError(.conflict, "The card was changed on the server meanwhile (412).")
        case .unreadable:
            return CardSourceError(.conflict, "The card was changed on the server meanwhile (412).")
        }
    }

    private static func forbidden(_ reply: DAVReply) -> CardSourceError {
        let text = text(reply)
        if ["quotaexceeded", "ratelimitexceeded", "usagelimits"].contains(where: text.contains) {
            return CardSourceError(
                .unavailable,
                "The server asks for patience: the account has made too many requests (403)."
            )
        }
        return CardSourceError(.forbidden, "The server does not let the account change this card (403).")
    }

    /// The body in lower case without spaces beyond one, as far as it is looked at.
    private static func text(_ reply: DAVReply) -> String {
        String(decoding: reply.body.prefix(4096), as: UTF8.self).lowercased()
    }
}

/// The names of new cards.
enum CardName {
    /// `<uid>.vcf` when all servers and file systems write that name in the same way; else a random one.
    static func file(forUID uid: String) -> String {
        let isPlain = uid.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        let isName = isPlain && (1...120).contains(uid.utf8.count) && !uid.hasPrefix(".")
        return (isName ? uid : UUID().uuidString.lowercased()) + ".vcf"
    }
}
