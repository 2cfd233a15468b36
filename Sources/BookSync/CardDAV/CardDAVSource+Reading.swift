import Repository

extension CardDAVSource {
    /// The maximum size of a card in bytes.
    static let cardLimit = MultistatusReader.cardLimit

    package func read(_ hrefs: [String]) async throws -> [CardRead] {
        let known = try known
        return try await DAVFailures.translated(client.shownOrigin) {
            let size = known.batch
            let large = hrefs.filter { known.large[$0] != nil }
            let plain = large.isEmpty ? hrefs : hrefs.filter { known.large[$0] == nil }
            let batches = stride(from: 0, to: plain.count, by: size).map {
                Array(plain[$0..<min($0 + size, plain.count)])
            }
            let budget = ReadBudget()
            return try await withThrowingTaskGroup(of: [CardRead].self) { group in
                // The client sends up to four requests at once.
                for batch in batches { group.addTask { try await self.read(batch, known, budget) } }
                for href in large { group.addTask { try await self.readLarge(href, known.large[href], known, budget) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
    }

    private func read(_ batch: [String], _ known: Abilities, _ budget: ReadBudget) async throws -> [CardRead] {
        guard known.hasMultiget, abilities.value?.hasMultiget != false else {
            return try await readSingly(batch, known, budget)
        }
        guard budget.isOpen else { return [] }
        let found: [CardKey: Found]
        do {
            found = try await multiget(batch, known, budget)
        } catch let error as DAVStatusError {
            switch error.reply.status {
            case 400, 403, 404, 405, 415, 422, 501:
                // The server doesn't support the report, even if it claims to.
                if batch.count > 1 { abilities.value?.hasMultiget = false }
                return try await readSingly(batch, known, budget)
            default: return try await readHalves(batch, known, budget)
            }
        } catch is XMLFault {
            // One card with invalid bytes makes the whole answer invalid.
            return try await readHalves(batch, known, budget)
        } catch let error as HTTPTransportError where error.kind == .tooLarge || error.kind == .brokenOff {
            return try await readHalves(batch, known, budget)
        }
        var reads: [CardRead] = []
        for href in batch {
            switch known.collection.key(of: href).flatMap({ found[CardKey($0)] }) {
            case .content(let content): reads.append(CardRead(href: href, content: content))
            case .large(let etag):
                abilities.value?.large[href] = etag
                reads += try await readLarge(href, etag, known, budget)
            case .later: abilities.value?.batch = max(4, known.batch / 2)
            case nil: reads += try await readSingly([href], known, budget)
            }
        }
        return reads
    }

    /// Halves the batch to find the card that the server fails at.
    private func readHalves(_ batch: [String], _ known: Abilities, _ budget: ReadBudget) async throws -> [CardRead] {
        guard batch.count > 1 else { return try await readSingly(batch, known, budget) }
        let middle = batch.count / 2
        return try await read(Array(batch[..<middle]), known, budget)
            + read(Array(batch[middle...]), known, budget)
    }

    private func readSingly(_ batch: [String], _ known: Abilities, _ budget: ReadBudget) async throws -> [CardRead] {
        var reads: [CardRead] = []
        for href in batch where budget.isOpen {
            let read = try await readOne(href, known)
            budget.take(read)
            reads.append(read)
        }
        return reads
    }

    /// Reads a card that is too large to be fetched with others, unless its size on the server exceeds the limit.
    private func readLarge(
        _ href: String,
        _ etag: String?,
        _ known: Abilities,
        _ budget: ReadBudget
    ) async throws -> [CardRead] {
        try await largeGate.pass {
            guard budget.isOpen, let path = known.collection.rawPath(href) else { return [] }
            let listing = try? await client.multistatus(
                "PROPFIND",
                known.collection.origin + path,
                depth: "0",
                body: DAVBodies.size,
                keep: { $0.properties }
            )
            try Task.checkCancellation()
            if let properties = listing?.items.first, let length = properties.contentLength, length > Self.cardLimit {
                return [CardRead(href: href, content: .unreadable(Self.tooLarge, etag: properties.etag ?? etag))]
            }
            return try await readSingly([href], known, budget).map { read in
                guard case .unreadable(let reason, nil) = read.content else { return read }
                return CardRead(href: href, content: .unreadable(reason, etag: etag))
            }
        }
    }

    /// A card in the answer to a `multiget`.
    private enum Found: Sendable {
        case content(CardRead.Content)
        /// Larger than ``plainLimit``.
        case large(etag: String)
        /// Doesn't fit into memory with the cards before it.
        case later
    }

    /// Fetches several cards and returns them by the keys of their names; those that are missing are read one by one.
    private func multiget(_ batch: [String], _ known: Abilities, _ budget: ReadBudget) async throws -> [CardKey: Found]
    {
        let listing = try await client.multistatus(
            "REPORT",
            known.collection.url,
            depth: "0",
            body: DAVBodies.multiget(batch, version4: known.hasVersion4),
            cardLimit: Self.plainLimit,
            keep: { response -> (key: String, found: Found)? in
                guard let key = response.hrefs.first.flatMap(known.collection.key) else { return nil }
                return Self.found(response, budget).map { (key, $0) }
            }
        )
        return Dictionary(listing.items.map { (CardKey($0.key), $0.found) }) { _, last in last }
    }

    private static func found(_ response: DAVResponse, _ budget: ReadBudget) -> Found? {
        if response.status == 404 || response.status == 410 { return .content(.missing) }
        let properties = response.properties
        guard let etag = properties.etag else { return nil }
        if properties.isCardTooLarge { return .large(etag: etag) }
        guard let card = properties.card else { return nil }
        return budget.take(card.count) ? .content(CardBytes.content(card, etag: etag)) : .later
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
            guard let content else {
                // With its tag, it isn't fetched again until it changes.
                let tag = try await tag(etag, of: path, known)
                return CardRead(href: href, content: .unreadable(Self.tooLarge, etag: tag))
            }
            guard let tag = try await tag(etag, of: path, known) else {
                return CardRead(href: href, content: .unreadable("the server gives no tag for it", etag: nil))
            }
            return CardRead(href: href, content: CardBytes.content(content, etag: tag))
        case 500... where try await !serves(known): throw failing(reply.status)
        default:
            return CardRead(href: href, content: .unreadable("the server refuses it (\(reply.status))", etag: etag))
        }
    }

    /// Whether the server answers the simplest request for the address book; then only a single card makes it fail.
    func serves(_ known: Abilities) async throws -> Bool {
        let listing = try? await client.multistatus(
            "PROPFIND",
            known.collection.url,
            depth: "0",
            body: DAVBodies.tag,
            keep: { $0.hrefs.first }
        )
        try Task.checkCancellation()
        return listing != nil
    }

    func failing(_ status: Int) -> CardSourceError {
        CardSourceError(.unavailable, "The server \(client.shownOrigin) fails (\(status)).")
    }

    /// Returns the tag that came with a card, or else requests it.
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
