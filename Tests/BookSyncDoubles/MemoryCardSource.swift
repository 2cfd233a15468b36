package import BookSync
import Synchronization
import VCard

/// A source in memory that keeps the rules of ``CardSource`` and fails where a test wants it to; its ``Conduct`` is set
/// like properties of its own.
@dynamicMemberLookup
package final class MemoryCardSource: CardSource {
    /// A call that can fail.
    package enum Call: Hashable, Sendable, CaseIterable {
        case describe, changes, read, create, update, remove
    }

    /// When a fault strikes.
    package enum Moment: Sendable {
        /// Before anything was done.
        case before
        /// After it was done: the answer is lost.
        case after
    }

    private struct Stored {
        var bytes: [UInt8]
        var etag: String
        var changedAt: Int
    }

    package struct Conduct: Sendable {
        /// What the source says of itself.
        package var description: CardSourceDescription
        /// The size of the largest card that it takes, in bytes.
        package var sizeLimit: Int?
        /// Whether changes come with tokens; without, every list is a full one.
        package var givesTokens = true
        /// Whether writing tells the new tag.
        package var givesTags = true
        /// Called before and after every call; may throw.
        package var fault: (@Sendable (Call, Moment, String?) async throws -> Void)?
        /// What the source makes of the bytes that it is given.
        package var rewriting: (@Sendable ([UInt8]) -> [UInt8])?
    }

    private struct State {
        var conduct: Conduct
        var cards: [String: Stored] = [:]
        var gone: [String: Int] = [:]
        var clock = 0
        var firstToken = 0
        var calls: [Call] = []
        var written: [String] = []
        var unreadable: [String: String] = [:]
    }

    private let state: Mutex<State>

    package init(identity: String = "memory", name: String = "memory") {
        state = Mutex(State(conduct: Conduct(description: CardSourceDescription(identity: identity, name: name))))
    }

    package subscript<Value: Sendable>(dynamicMember path: WritableKeyPath<Conduct, Value>) -> Value {
        get { state.withLock { $0.conduct[keyPath: path] } }
        set { state.withLock { $0.conduct[keyPath: path] = newValue } }
    }

    package var cards: [String: String] {
        state.withLock { $0.cards.mapValues { String(decoding: $0.bytes, as: UTF8.self) } }
    }

    /// All calls since ``forgetCalls()``.
    package var calls: [Call] { state.withLock(\.calls) }
    /// The names of the cards that were written or removed by the synchronisation since ``forgetCalls()``.
    package var written: [String] { state.withLock(\.written) }

    package func forgetCalls() {
        state.withLock { ($0.calls, $0.written) = ([], []) }
    }

    package func put(_ text: String, as href: String) {
        state.withLock { Self.store(Array(text.utf8), as: href, in: &$0) }
    }

    package func drop(_ href: String) {
        state.withLock { Self.forget(href, in: &$0) }
    }

    /// Gives the card another tag without changing it.
    package func touch(_ href: String) {
        state.withLock { state in
            guard let card = state.cards[href] else { return }
            Self.store(card.bytes, as: href, in: &state)
        }
    }

    /// Makes all tokens so far worthless.
    package func loseTokens() {
        state.withLock {
            $0.clock += 1
            $0.firstToken = $0.clock
        }
    }

    /// Makes a card unreadable for the reason; `nil` mends it.
    package func setUnreadable(_ href: String, _ reason: String?) {
        state.withLock { state in
            state.unreadable[href] = reason
            if let card = state.cards[href] { Self.store(card.bytes, as: href, in: &state) }
        }
    }

    /// Does something once, before or after the next call of a kind, for a card if one is given; otherwise that call fails.
    package func once(
        at call: Call,
        _ moment: Moment = .before,
        of card: String? = nil,
        _ act: @escaping @Sendable () async throws -> Void = {
            throw CardSourceError(.unavailable, "The source is away.")
        }
    ) {
        self.fault = { [self] found, when, href in
            guard found == call, when == moment, card == nil || card == href else { return }
            self.fault = nil
            try await act()
        }
    }

    private static func store(_ bytes: [UInt8], as href: String, in state: inout State) {
        state.clock += 1
        state.gone[href] = nil
        state.cards[href] = Stored(bytes: bytes, etag: "\"\(state.clock)\"", changedAt: state.clock)
    }

    private static func forget(_ href: String, in state: inout State) {
        guard state.cards.removeValue(forKey: href) != nil else { return }
        state.clock += 1
        state.gone[href] = state.clock
    }

    private func perform<Result: Sendable>(
        _ call: Call,
        _ href: String? = nil,
        _ body: (inout State) throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        let fault = state.withLock { state in
            state.calls.append(call)
            return state.conduct.fault
        }
        try await fault?(call, .before, href)
        let value = try state.withLock { state in try body(&state) }
        try await fault?(call, .after, href)
        return value
    }

    package func describe() async throws -> CardSourceDescription {
        try await perform(.describe) { $0.conduct.description }
    }

    package func changes(since token: String?) async throws -> CardChanges {
        try await perform(.changes) { state in
            let next = state.conduct.givesTokens ? String(state.clock) : nil
            let since = token.flatMap { Int($0) }.flatMap { next != nil && $0 >= state.firstToken ? $0 : nil }
            let items = state.cards.filter { $0.value.changedAt > since ?? -1 }.sorted { $0.key < $1.key }
            return CardChanges(
                items: items.map { CardItem(href: $0.key, etag: $0.value.etag) },
                removed: since.map { since in state.gone.filter { $0.value > since }.keys.sorted() } ?? [],
                isFullList: since == nil,
                token: next
            )
        }
    }

    package func read(_ hrefs: [String]) async throws -> [CardRead] {
        try await perform(.read, hrefs.first) { state in
            hrefs.map { href in
                guard let card = state.cards[href] else { return CardRead(href: href, content: .missing) }
                if let reason = state.unreadable[href] {
                    return CardRead(href: href, content: .unreadable(reason, etag: card.etag))
                }
                return CardRead(href: href, content: .card(card.bytes, etag: card.etag))
            }
        }
    }

    package func create(_ bytes: [UInt8], uid: String) async throws -> CardWrite {
        try await perform(.create, uid) { state in
            try Self.checkWriting(bytes, in: state)
            let isPlain = !uid.isEmpty && uid.utf8.allSatisfy { $0 > 0x2B && $0 < 0x7F && $0 != 0x2F && $0 != 0x3A }
            let href = (isPlain ? uid : "card-\(state.clock)") + ".vcf"
            guard state.cards[href] == nil else {
                throw CardSourceError(.conflict, "There is a card of that name.")
            }
            return Self.write(bytes, as: href, in: &state)
        }
    }

    package func update(_ href: String, ifMatch etag: String?, bytes: [UInt8]) async throws -> CardWrite {
        try await perform(.update, href) { state in
            try Self.checkWriting(bytes, in: state)
            try Self.checkTag(href, etag, in: state)
            return Self.write(bytes, as: href, in: &state)
        }
    }

    package func remove(_ href: String, ifMatch etag: String?) async throws {
        try await perform(.remove, href) { state in
            try Self.checkWriting([], in: state)
            try Self.checkTag(href, etag, in: state)
            Self.forget(href, in: &state)
            state.written.append(href)
        }
    }

    private static func write(_ bytes: [UInt8], as href: String, in state: inout State) -> CardWrite {
        let stored = state.conduct.rewriting.map { $0(bytes) } ?? bytes
        store(stored, as: href, in: &state)
        state.written.append(href)
        return CardWrite(
            href: href,
            etag: state.conduct.givesTags ? state.cards[href]?.etag : nil,
            needsReading: stored != bytes || !state.conduct.givesTags
        )
    }

    private static func checkWriting(_ bytes: [UInt8], in state: State) throws {
        if state.conduct.description.isReadOnly { throw CardSourceError(.readOnly, "The source can only be read.") }
        if let limit = state.conduct.sizeLimit, bytes.count > limit {
            throw CardSourceError(.tooLarge, "The card is too large for the source.")
        }
    }

    private static func checkTag(_ href: String, _ etag: String?, in state: State) throws {
        guard let card = state.cards[href] else { throw CardSourceError(.gone, "There is no such card.") }
        guard etag == nil || etag == card.etag else {
            throw CardSourceError(.conflict, "The card was changed.")
        }
    }
}
