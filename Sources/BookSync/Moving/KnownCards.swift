import Repository

/// The cards in the ledger, for recognizing them at another address.
struct KnownCards: Sendable {
    /// The number of cards to check before all of them are checked.
    private static let sample = 50

    /// The keys that identify cards, by their names without the path.
    private let keys: [String: String]
    private let all: Set<String>

    init(_ cards: [SyncItem]) {
        var keys: [String: String] = [:]
        for card in cards {
            guard let href = card.href, let key = card.uid ?? card.base.map({ Self.key($0) }) else { continue }
            keys[Self.name(href)] = key
        }
        self.keys = keys
        all = Set(keys.values)
    }

    var isEmpty: Bool { all.isEmpty }

    /// Returns whether a source has these cards: at most a third of the recognizable ones may be missing.
    ///
    /// - Parameters:
    ///   - source: The source, already described.
    ///   - batch: The maximum number of cards in one read.
    /// - Returns: Whether it has them.
    /// - Throws: ``CardSourceError``.
    func are(in source: any CardSource, batch: Int) async throws -> Bool {
        let hrefs = try await source.changes(since: nil).items.map(\.href)
        guard isMost(hrefs.count, of: all.count) else { return false }
        // Most servers keep the names of cards, so a sample shows whether cards of the same name are the same.
        let named = hrefs.filter { keys[Self.name($0)] != nil }
        if isMost(named.count, of: all.count) {
            let looked = Array(named.prefix(Self.sample))
            let same = try await cards(looked, of: source).count { href, key in keys[Self.name(href)] == key }
            if isMost(same, of: looked.count) { return true }
        }
        // Another address book of the account may be large, so it is only read if some of its cards are known.
        let step = max(1, hrefs.count / (Self.sample * 2))
        let some = try await cards(stride(from: 0, to: hrefs.count, by: step).map { hrefs[$0] }, of: source)
        guard some.contains(where: { all.contains($0.key) }) else { return false }
        var found: Set<String> = []
        for start in stride(from: 0, to: hrefs.count, by: max(1, batch)) {
            let part = Array(hrefs[start..<min(start + max(1, batch), hrefs.count)])
            found.formUnion(try await cards(part, of: source).map(\.key).filter(all.contains))
            if isMost(found.count, of: all.count) { return true }
            // The remaining cards can't be enough.
            if !isMost(found.count + hrefs.count - start - part.count, of: all.count) { return false }
        }
        return false
    }

    private func isMost(_ part: Int, of count: Int) -> Bool { (count - part) * 3 <= count }

    /// Reads cards of a source, and returns those that are valid with their UIDs or, without one, their bytes.
    private func cards(_ hrefs: [String], of source: any CardSource) async throws -> [(href: String, key: String)] {
        var cards: [(href: String, key: String)] = []
        var waiting = Set(hrefs)
        while !waiting.isEmpty {
            // A read may leave cards out that are too large together.
            let reads = try await source.read(waiting.sorted())
            guard !reads.isEmpty else { break }
            for read in reads {
                waiting.remove(read.href)
                guard case .card(let bytes, _) = read.content, let card = try? ParsedCard(bytes) else { continue }
                cards.append((read.href, card.contact.uid ?? Self.key(bytes)))
            }
        }
        return cards
    }

    private static func key(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func name(_ href: String) -> String {
        PercentEncoding.decoded(String(href.split(separator: "/").last ?? ""))
    }
}
