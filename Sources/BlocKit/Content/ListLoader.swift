import Bloc

/// Does the loading of a ``SourceListBloc``, one load at a time, and remembers where the next page begins.
final class ListLoader<Source: ListSource>: Sendable {
    typealias ListEmitter = Emitter<SourceListBloc<Source>>
    typealias State = SourceListBloc<Source>.State

    private let source: Source
    /// Where the next page begins.
    ///
    /// Loads are one at a time, and one that was cancelled does not write it.
    private let next = Lock<ListCursor?>(nil)

    init(source: Source) {
        self.source = source
    }

    func loadFirstPage(
        _ request: Source.Request,
        _ reason: ListPageRequest<Source.Request>.Reason,
        _ emit: ListEmitter
    ) async {
        // A load that was cancelled before it began asks for nothing.
        guard !emit.isOver else { return }
        let before = emit.state
        emit.update {
            $0.content = source.retention == .everyPage ? $0.content.reloading : .loading()
            $0.request = request
        }
        do {
            let page = try await source.page(ListPageRequest(request: request, reason: reason))
            try Task.checkCancellation()
            let items = Self.unique(page.items, after: [])
            next.withLock { $0 = page.next }
            emit(
                State(
                    content: items.isEmpty && page.next == nil ? .noData : .hasData(items),
                    tail: page.next == nil ? .end : .more,
                    info: page.info,
                    request: request,
                    itemCount: items.count
                )
            )
        } catch is CancellationError where Task.isCancelled {
            return
        } catch {
            // A suppressed failure leaves what was shown before.
            let failure = source.failure(for: error)
            emit.update { $0.content = failure.map { .error($0) } ?? before.content }
        }
    }

    func loadNextPage(_ emit: ListEmitter) async {
        let before = emit.state
        guard case .hasData(let present) = before.content, before.tail != .end,
            let request = before.request ?? source.initialRequest
        else { return }
        guard let cursor = next.withLock({ $0 }) else {
            emit.update { $0.tail = .end }
            return
        }
        let isKeeping = source.retention == .everyPage
        emit.update {
            $0.tail = .loading
            if !isKeeping { $0.content = .loading() }
        }
        do {
            let page = try await source.page(
                ListPageRequest(
                    request: request,
                    reason: .nextPageRequested,
                    cursor: cursor,
                    itemsBefore: before.itemCount
                )
            )
            try Task.checkCancellation()
            let items = Self.unique(page.items, after: isKeeping ? present : [])
            next.withLock { $0 = page.next }
            emit.update { state in
                // What is there now: an item may have been updated meanwhile.
                state.content = .hasData(isKeeping ? state.items + items : items)
                state.tail = page.next == nil ? .end : .more
                state.info = page.info
                state.itemCount = before.itemCount + items.count
            }
        } catch is CancellationError where Task.isCancelled {
            return
        } catch {
            let failure = source.failure(for: error)
            emit.update { state in
                state.tail = failure.map { .failed($0) } ?? before.tail
                if !isKeeping { state.content = before.content }
            }
        }
    }

    /// Shows items from elsewhere; what follows them is not known, so that they are all there is.
    func replace(with items: [Source.Item], _ emit: ListEmitter) {
        next.withLock { $0 = nil }
        let items = Self.unique(items, after: [])
        emit.update { $0 = State(content: items.isEmpty ? .noData : .hasData(items), tail: .end, request: $0.request) }
    }

    private static func unique(_ items: [Source.Item], after present: [Source.Item]) -> [Source.Item] {
        var seen = Set(present.map(\.id))
        return items.filter { seen.insert($0.id).inserted }
    }
}
