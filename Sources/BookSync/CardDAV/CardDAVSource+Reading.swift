import Repository

extension CardDAVSource {
    /// The largest card that is read.
    static let cardLimit = MultistatusReader.cardLimit

    package func read(_ hrefs: [String]) async throws -> [CardRead] {
        let known = try known
        return try await DAVFailures.translated(client.origin) {
            let batches = stride(from: 0, to: hrefs.count, by: Self.batch).map {
                Array(hrefs[$0..<min($0 + Self.batch, hrefs.count)])
            }
            return try await withThrowingTaskGroup(of: [CardRead].self) { group in
                // The client lets four requests through at once.
                for batch in batches { group.addTask { try await self.read(batch, known) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
    }

    private func read(_ batch: [String], _ known: Abilities) async throws -> [CardRead] {
        guard known.hasMultiget, abilities.value?.hasMultiget != false else {
            return try await readSingly(batch, known)
        }
        let found: [String: CardRead.Content]
        do {
            found = try await multiget(batch, known)
        } catch let error as DAVStatusError {
            switch error.reply.status {
            case 400, 403, 404, 405, 415, 422, 501:
                // It does not know the report, whatever it says.
                if batch.count > 1 { abilities.value?.hasMultiget = false }
                return try await readSingly(batch, known)
            default: return try await readHalves(batch, known)
            }
        } catch is XMLFault {
            // One card with wrong bytes makes the whole answer wrong.
            return try await readHalves(batch, known)
        } catch let error as HTTPTransportError where error.kind == .tooLarge || error.kind == .brokenOff {
            return try await readHalves(batch, known)
        }
        var reads: [CardRead] = []
        for href in batch {
            if let content = known.collection.key(of: href).flatMap({ found[$0] }) {
                reads.append(CardRead(href: href, content: content))
            } else {
                reads.append(try await readOne(href, known))
            }
        }
        return reads
    }

    /// Finds the card that the server fails at.
    private func readHalves(_ batch: [String], _ known: Abilities) async throws -> [CardRead] {
        guard batch.count > 1 else { return try await readSingly(batch, known) }
        let middle = batch.count / 2
        return try await read(Array(batch[..<middle]), known) + read(Array(batch[middle...]), known)
    }

    private func readSingly(_ batch: [String], _ known: Abilities) async throws -> [CardRead] {
        var reads: [CardRead] = []
        for href in batch { reads.append(try await readOne(href, known)) }
        return reads
    }

    /// The cards of an answer by the keys of their names; what is not among them is read singly.
    private func multiget(_ batch: [String], _ known: Abilities) async throws -> [String: CardRead.Content] {
        let listing = try await client.multistatus(
            "REPORT",
            known.collection.url,
            depth: "0",
            body: DAVBodies.multiget(batch, version4: known.hasVersion4),
            keep: { response -> (key: String, content: CardRead.Content)? in
                guard let key = response.hrefs.first.flatMap(known.collection.key) else { return nil }
                return Self.content(of: response).map { (key, $0) }
            }
        )
        return Dictionary(listing.items.map { ($0.key, $0.content) }) { _, last in last }
    }

    private static func content(of response: DAVResponse) -> CardRead.Content? {
        if response.status == 404 || response.status == 410 { return .missing }
        let properties = response.properties
        if properties.isCardTooLarge { return .unreadable(tooLarge, etag: properties.etag) }
        guard let card = properties.card, let etag = properties.etag else { return nil }
        return CardBytes.content(card, etag: etag)
    }

    static let tooLarge = "it is larger than \(cardLimit >> 20) MB"

    /// Reads a card by itself.
    func readOne(_ href: String, _ known: Abilities) async throws -> CardRead {
        guard let path = known.collection.rawPath(href), known.collection.key(of: href) != nil else {
            return CardRead(href: href, content: .unreadable("its name leads out of the address book", etag: nil))
        }
        let accept = known.hasVersion4 ? "\(Self.vCard4Type), text/vcard;q=0.9, */*;q=0.1" : "text/vcard, */*;q=0.1"
        let (reply, content) = try await client.get(
            known.collection.origin + path,
            accept: accept,
            limit: Self.cardLimit
        )
        let etag = reply.headers["ETag"]
        switch reply.status {
        case 404, 410: return CardRead(href: href, content: .missing)
        case 200..<300:
            guard let content else { return CardRead(href: href, content: .unreadable(Self.tooLarge, etag: etag)) }
            guard let tag = try await tag(etag, of: path, known) else {
                return CardRead(href: href, content: .unreadable("the server gives no tag for it", etag: nil))
            }
            return CardRead(href: href, content: CardBytes.content(content, etag: tag))
        default:
            return CardRead(href: href, content: .unreadable("the server refuses it (\(reply.status))", etag: etag))
        }
    }

    /// The tag that came with a card, or that the server tells when asked.
    private func tag(_ etag: String?, of path: String, _ known: Abilities) async throws -> String? {
        if let etag { return etag }
        let listing = try? await client.multistatus(
            "PROPFIND",
            known.collection.origin + path,
            depth: "0",
            body: DAVBodies.tag,
            keep: { $0.properties.etag }
        )
        try Task.checkCancellation()
        return listing?.items.first
    }
}
