import Repository

extension CardDAVSource {
    /// A response in a listing, reduced to the parts that are used.
    private enum Entry: Sendable {
        case item(path: String, key: String, etag: String)
        case removed(path: String, key: String)
        /// The listing was truncated; it continues from its token.
        case truncated
        case outside(String)
    }

    package func changes(since token: String?) async throws -> CardChanges {
        let known = known
        let token = known.unmarked(token)
        return try await DAVFailures.translated(client.shownOrigin) {
            var changes = try await changes(known, since: token)
            changes.token = known.marked(changes.token)
            return changes
        }
    }

    private func changes(_ known: Abilities, since token: String?) async throws -> CardChanges {
        guard known.hasSync else { return try await listed(known, token: nil) }
        do {
            return try await synced(known, since: token)
        } catch let reply as DAVReply {
            if token != nil, Self.tokenIsRefused(reply) { return try await changes(known, since: nil) }
            // Google requires a token, and other servers fail if it is empty. A full listing works everywhere, and the
            // next pass can use the collection's token, which is stale at worst.
            let knowsReport = ![405, 501].contains(reply.status)
            let present = token == nil && knowsReport ? try await presentToken(known.collection) : nil
            return try await listed(known, token: present)
        } catch is XMLFault where token != nil {
            return try await listed(known, token: nil)
        }
    }

    /// Whether the reply rejects an expired token: the status differs between servers, the condition doesn't.
    private static func tokenIsRefused(_ reply: DAVReply) -> Bool {
        reply.conditions.contains("valid-sync-token") || [400, 403, 409, 410, 412].contains(reply.status)
    }

    // MARK: - sync-collection (RFC 6578)

    /// The maximum number of pages for this many cards; servers use at least ten cards per page in long listings.
    private static func pageLimit(_ cards: Int) -> Int { 100 + cards / 10 }

    private func synced(_ known: Abilities, since token: String?) async throws -> CardChanges {
        var list = CardList()
        var current = token ?? ""
        var seen: Set<String> = [current]
        var pages = 0
        while true {
            let body = DAVBodies.changes(since: current)
            let listing = try await client.multistatus("REPORT", known.collection.url, body: body) {
                Self.entry($0, in: known.collection)
            }
            let before = list.news
            let isTruncated = list.add(listing.items)
            pages += 1
            let next = listing.syncToken.flatMap { $0.isEmpty ? nil : $0 }
            guard isTruncated else { return try list.changes(isFullList: token == nil, token: next) }
            guard let next else { throw Self.endlessList }
            guard seen.insert(next).inserted, list.news > before else {
                throw CardSourceError(
                    .badAnswer,
                    "The server keeps truncating its list of cards without returning new ones."
                )
            }
            guard pages < Self.pageLimit(list.news), list.news <= MultistatusReader.countLimit else {
                throw CardSourceError(
                    .badAnswer,
                    "The server splits its list of cards into too many parts (\(pages) with \(list.news) cards so far)."
                )
            }
            current = next
        }
    }

    // MARK: - PROPFIND

    private func listed(_ known: Abilities, token: String?) async throws -> CardChanges {
        let url = known.collection.url
        let listing = try await client.multistatus("PROPFIND", url, depth: "1", body: DAVBodies.items) {
            Self.entry($0, in: known.collection)
        }
        var list = CardList()
        if list.add(listing.items) { throw Self.endlessList }
        return try list.changes(isFullList: true, token: token)
    }

    private static let endlessList = CardSourceError(
        .badAnswer,
        "The server truncates its list of cards and doesn't say how to get the rest."
    )

    private static func entry(_ response: DAVResponse, in collection: DAVCollection) -> Entry? {
        guard let href = response.href else { return nil }
        switch collection.place(of: href) {
        case .collection: return response.status == 507 ? .truncated : nil
        case .folder: return nil
        case .outside: return .outside(href)
        case .item(let path, let key):
            if response.status == 404 || response.status == 410 { return .removed(path: path, key: key) }
            if response.status == 507 { return .truncated }
            let properties = response.properties
            guard !properties.isCollection, isCard(properties.contentType) else { return nil }
            // Horde lists items that it doesn't have; they have no ETag.
            guard let etag = properties.etag else { return nil }
            return .item(path: path, key: key, etag: etag)
        }
    }

    /// Whether a content type may mean a vCard; servers that aren't sure omit it.
    private static func isCard(_ type: String?) -> Bool {
        guard let type = type?.prefix(while: { $0 != ";" }).filter({ !$0.isWhitespace }).lowercased(), !type.isEmpty
        else {
            return true
        }
        return ["text/vcard", "text/x-vcard", "text/directory", "application/vcard+xml"].contains(type)
    }

    /// The pages of a listing, with each card once.
    private struct CardList {
        private var items: [CardKey: CardItem] = [:]
        private var order: [CardKey] = []
        private var removed: [CardKey: String] = [:]
        /// The first name outside the address book and their count; a server may list any number, so only one is kept.
        private var outside: (first: String, count: Int)?
        /// The number of entries that weren't on earlier pages.
        private(set) var news = 0

        /// Adds a page; returns whether the listing continues.
        mutating func add(_ entries: [Entry]) -> Bool {
            var isTruncated = false
            for entry in entries {
                switch entry {
                case .item(let path, let key, let etag):
                    let item = CardItem(href: path, etag: etag)
                    let old = items.updateValue(item, forKey: CardKey(key))
                    if old == nil { order.append(CardKey(key)) }
                    if old?.etag != etag { news += 1 }
                    removed[key] = nil
                case .removed(let path, let key):
                    items[key] = nil
                    if removed.updateValue(path, forKey: CardKey(key)) == nil { news += 1 }
                case .truncated: isTruncated = true
                case .outside(let href): outside = (outside?.first ?? href, (outside?.count ?? 0) + 1)
                }
            }
            return isTruncated
        }

        func changes(isFullList: Bool, token: String?) throws(CardSourceError) -> CardChanges {
            let first = outside.map { DisplaySafeText.line($0.first, limit: 80) }
            if items.isEmpty, removed.isEmpty, let first {
                throw CardSourceError(
                    .badAnswer,
                    """
                    The server lists cards outside the address book (“\(first)”), which are ignored; give the address \
                    at which it keeps them.
                    """
                )
            }
            var changes = CardChanges(
                items: order.compactMap { items[$0] },
                removed: isFullList ? [] : removed.values.sorted(),
                isFullList: isFullList,
                token: token
            )
            if let first, let count = outside?.count {
                changes.notes = ["\(count) names outside the address book were ignored; the first is “\(first)”."]
            }
            return changes
        }
    }
}
