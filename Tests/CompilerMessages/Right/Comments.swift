// swift-format-ignore-file: OnlyOneTrailingClosureArgument

// The examples in the comments of the library and the short ones of its articles, each with what it leaves out around it.

import Bloc
import BlocKit

final class CounterBloc: Bloc {
    enum Event { case incremented, decremented }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on { event, emit in
                switch event {
                case .incremented: emit(emit.state + 1)
                case .decremented: emit(emit.state - 1)
                }
            }
        }
    }
}

func count() {
    let counter = CounterBloc()
    counter.add(.incremented)
    print(counter.state)  // 1
}

final class CounterCubit: Cubit {
    typealias State = Int
    let runtime: CubitRuntime<CounterCubit>
    private let emit: CubitEmitter<CounterCubit>

    init() {
        (runtime, emit) = CubitRuntime.make(initialState: 0)
    }

    func increment() { emit.update { $0 += 1 } }
}

// MARK: Handlers

protocol SearchService: Sendable { func search(_ query: String) async throws -> [String] }

final class SearchBloc: Bloc {
    enum Event: Equatable {
        case queryChanged(String)
        case renamed(String)
        case cleared, refreshed, nextPageRequested, saved
        var isQuery: Bool { if case .queryChanged = self { true } else { false } }
        var isRefresh: Bool { self == .refreshed }
        var isNextPage: Bool { self == .nextPageRequested }
    }
    struct State: Equatable {
        var name = ""
        var results: [String] = []
        static let empty = State()
        static func results(_ results: [String]) -> State { State(results: results) }
    }
    let runtime: BlocRuntime<SearchBloc>

    init(_ service: any SearchService) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on({ if case .renamed(let name) = $0 { name } else { nil } }) { name, emit in
                emit.update { $0.name = name }
            }
            bloc.on({ if case .queryChanged(let q) = $0 { q } else { nil } }, lane: "search", policy: .restartable) {
                q,
                emit in
                emit(.results(try await service.search(q)))
            }
        }
    }
}

func policies(_ bloc: inout BlocBuilder<SearchBloc>) {
    bloc.on(
        policy: .each { event in
            switch event {
            case .queryChanged: .restartable.debounce(for: .milliseconds(300))
            case .saved: .sequential
            case .refreshed: .droppable
            case .renamed, .cleared, .nextPageRequested: .concurrent
            }
        }
    ) { event, emit in
        try await emit.sleep(for: .seconds(1))
    }
    bloc.on(policy: .restartable.debounce(for: .milliseconds(300))) { event, emit in emit(.empty) }
    bloc.on(policy: .restartable.debounce(for: .milliseconds(300)), where: \.isQuery) { event, emit in emit(.empty) }
    bloc.on(lane: "loading", policy: .restartable, where: \.isRefresh) { event, emit in emit(.empty) }
    bloc.on(lane: "loading", policy: .droppable, where: \.isNextPage) { event, emit in emit(.empty) }
    bloc.on(lane: "loading", policy: .restartable, where: { $0 == .refreshed }) { event, emit in emit(.empty) }
    bloc.on(lane: "loading", policy: .droppable, where: { $0 == .nextPageRequested }) { event, emit in emit(.empty) }
}

protocol Note: Sendable {}

struct Saved: Note { var text: String }

final class NoteBloc: Bloc {
    typealias Event = any Note
    typealias State = String
    let runtime: BlocRuntime<NoteBloc>

    init() {
        runtime = BlocRuntime(initialState: "") { bloc in
            bloc.on(.type(Saved.self)) { saved, emit in emit(saved.text) }
        }
    }
}

final class CartBloc: Bloc {
    enum Event {
        case added(String)
        case checkedOut
    }
    typealias State = Cart
    let runtime: BlocRuntime<CartBloc>

    init(pay: @escaping @Sendable ([String]) async throws -> Void) {
        runtime = BlocRuntime(initialState: Cart()) { bloc in
            bloc.on { event, emit in
                switch event {
                case .added(let item): emit.update { $0.items.append(item) }
                case .checkedOut: try await pay(emit.state.items)
                }
            }
        }
    }
}

/// Runs at most two at once and drops the others.
struct AtMostTwo: ConcurrencyRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        situation.running.count < 2 ? .start : .drop
    }
}

func decide() {
    let situation = LaneSituation(arriving: 2, running: [1])
    precondition(TwoAndTheNewest().decision(in: situation) == .start)
}

typealias TwoAndTheNewest = AtMostTwo

func end(_ search: SearchBloc) async {
    let receipt = search.add(.queryChanged("Ada"))
    receipt.cancel()
    print(await receipt.outcome)  // cancelled
}

// MARK: Observing

func record(to file: some EventLogSink) -> BlocSubscription {
    let token = BlocObservers.install(EventLog(sink: file))
    return token
}

func observe() -> [BlocSubscription] {
    // These stand for the observers of BlocLogging and BlocMetrics.
    struct LoggingObserver: BlocObserver {}
    struct MetricsObserver: BlocObserver {}
    let logging = BlocObservers.install(LoggingObserver())
    let metrics = BlocObservers.install(MetricsObserver())
    return [logging, metrics]
}

// MARK: Composition

struct Cart: Equatable, Sendable {
    var items: [String] = []
}

let cart = SharedState(Cart(), name: "cart")

final class ShopBloc: Bloc {
    enum Event {
        case sessionChanged(Int)
        case cartChanged(Cart)
        case bought(String)
    }
    typealias State = Int
    let runtime: BlocRuntime<ShopBloc>

    init(session: CounterBloc) {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on { event, emit in
                guard case .bought(let item) = event else { return }
                emit.update(cart) { $0.items.append(item) }
            }
        }
        session.forward(to: self) { .sessionChanged($0) }
        cart.forward(to: self) { .cartChanged($0) }
    }
}

func shutDown(_ manager: BlocManager) async {
    struct Logger { func warning(_ text: String) {} }
    let logger = Logger()
    for left in await manager.shutDown(.seconds(10)) { logger.warning("\(left)") }
}

// MARK: Loading

struct Person: Equatable, Identifiable, Sendable {
    var id: Int
}

protocol PeopleService: Sendable {
    func people() async throws -> [Person]
    func people(after cursor: ListCursor?) async throws -> ListPage<Person>
}

func load(_ service: any PeopleService) async throws {
    let list = LoadListBloc { cursor in try await service.people(after: cursor) }
    list.add(.started)
    let items = try await list.answer(to: .nextPageRequested).loaded().items
    print(items)
}

enum PeopleState { case loaded([Person]) }

func run(_ app: AppContext, _ service: any PeopleService, _ emit: (PeopleState) -> Void) async throws {
    guard let people = try await app.run({ try await service.people() }) else { return }
    emit(.loaded(people))
}

// MARK: Dependencies and storages

protocol ContactService: Sendable {}
struct WallCalendar: Sendable {}

struct AppDependencies: Sendable {
    @Provided var contacts: any ContactService
    @Provided var calendar = WallCalendar()
}

func prefetch(_ database: any AsyncHydrationStorage) async throws {
    let storage = try await PrefetchedStorage(database)
    try await storage.prefetch(["room/7"])  // Only for a storage that was created with some keys.
}
