/// Does the loading of a ``LoadListBloc``, one load at a time, and remembers where the next page begins.
final class ListLoader<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    typealias ListEmitter = Emitter<LoadListBloc<Item>>

    private let errors: ErrorService
    private let load: LoadListBloc<Item>.Load
    /// Where the next page begins.
    ///
    /// Loads are one at a time, and one that was cancelled does not write it.
    private let next = Lock<ListCursor?>(nil)

    init(errors: ErrorService, load: @escaping LoadListBloc<Item>.Load) {
        self.errors = errors
        self.load = load
    }

    func loadFirstPage(_ emit: ListEmitter) async {
        let before = emit.state
        emit.update { $0.content = $0.content.reloading }
        do {
            let page = try await load(nil)
            try Task.checkCancellation()
            let items = Self.unique(page.items, after: [])
            next.withLock { $0 = page.next }
            emit(
                LoadListState(
                    content: items.isEmpty && page.next == nil ? .noData : .hasData(items),
                    tail: page.next == nil ? .end : .more
                )
            )
        } catch is CancellationError where Task.isCancelled {
            return
        } catch {
            // A suppressed failure leaves what was shown before.
            if let failure = errors.report(error) {
                emit.update { $0.content = .error(failure) }
            } else {
                emit.update { $0.content = before.content }
            }
        }
    }

    func loadNextPage(_ emit: ListEmitter) async {
        guard case .hasData(let present) = emit.state.content, emit.state.tail != .end else { return }
        guard let cursor = next.withLock({ $0 }) else {
            emit.update { $0.tail = .end }
            return
        }
        let tail = emit.state.tail
        emit.update { $0.tail = .loading }
        do {
            let page = try await load(cursor)
            try Task.checkCancellation()
            let items = present + Self.unique(page.items, after: present)
            next.withLock { $0 = page.next }
            emit(LoadListState(content: .hasData(items), tail: page.next == nil ? .end : .more))
        } catch is CancellationError where Task.isCancelled {
            return
        } catch {
            let failure = errors.report(error)
            emit.update { $0.tail = failure.map { .failed($0) } ?? tail }
        }
    }

    /// Shows items from elsewhere; what follows them is not known, so that they are all there is.
    func replace(with items: [Item], _ emit: ListEmitter) {
        next.withLock { $0 = nil }
        let items = Self.unique(items, after: [])
        emit(LoadListState(content: items.isEmpty ? .noData : .hasData(items), tail: .end))
    }

    private static func unique(_ items: [Item], after present: [Item]) -> [Item] {
        var seen = Set(present.map(\.id))
        return items.filter { seen.insert($0.id).inserted }
    }
}
