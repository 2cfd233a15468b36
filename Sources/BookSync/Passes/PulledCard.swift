import Repository

/// A card that was read, parsed before the transaction that applies it.
struct PulledCard: Sendable {
    enum Content: Sendable {
        case card(ParsedCard, etag: String)
        case missing
        case unreadable(String, name: String?, etag: String?)
    }

    let href: String
    let content: Content

    init(_ read: CardRead) {
        href = read.href
        switch read.content {
        case .missing: content = .missing
        case .unreadable(let reason, let etag): content = .unreadable(reason, name: nil, etag: etag)
        case .card(let bytes, let etag):
            do throws(ParsedCard.Problem) {
                content = .card(try ParsedCard(bytes), etag: etag)
            } catch {
                content = .unreadable(error.reason, name: error.name, etag: etag)
            }
        }
    }
}
