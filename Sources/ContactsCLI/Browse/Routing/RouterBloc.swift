import Bloc
import BlocFiles
import BlocKit

/// Which page is shown, and the pages before and after it.
///
/// The stack is kept between runs, without forms and wrong paths.
final class RouterBloc: Bloc {
    typealias Event = RouterEvent
    typealias State = RouterState

    static let key = BlocKey<RouterBloc>("router")

    let runtime: BlocRuntime<RouterBloc>

    /// Creates a router; without a storage, as for a chooser, nothing is kept between runs.
    init(storage: (any HydrationStorage)? = nil, errors: ErrorService = ErrorService()) {
        runtime = BlocRuntime(initialState: RouterState(), name: Self.key.name) { bloc in
            if let storage {
                bloc.hydrate(CodableHydration(key: Self.key.name, storage: storage, saving: \.kept))
                bloc.observer = ErrorReporter(errors: errors)
            }
            bloc.on { event, emit in emit.update { $0.follow(event) } }
        }
    }
}

enum RouterEvent: Equatable, Codable, Sendable {
    /// A page was opened on top of this one.
    case opened(Route)
    /// The page became another one in the same place, such as a list with another query.
    case replaced(Route)
    /// The page is left for the one before it.
    case wentBack
    /// The page that was left last is shown again.
    case wentForward
}

struct RouterState: Equatable, Sendable {
    static let limit = 100

    private(set) var current = Route.home
    /// The pages before it, the last one last.
    private(set) var back: [Route] = []
    /// The pages after it, the next one last.
    private(set) var forward: [Route] = []

    var kept: KeptRoutes {
        get {
            // A page of another book is kept there.
            let routes = (back + [current]).filter { $0.isLasting && $0 == $0.inItsBook }
            return KeptRoutes(
                back: Array(routes.dropLast()),
                current: routes.last ?? .home,
                forward: forward.filter { $0.isLasting && $0 == $0.inItsBook }
            )
        }
        set {
            // The data may be of another version, in which a page that is kept was another one.
            back = newValue.back.filter(\.isLasting).suffix(Self.limit)
            current = newValue.current.isLasting ? newValue.current : .home
            forward = newValue.forward.filter(\.isLasting).suffix(Self.limit)
        }
    }

    mutating func follow(_ event: RouterEvent) {
        switch event {
        case .opened(let route):
            guard route != current else { return }
            back = (back + [current]).suffix(Self.limit)
            current = route
            forward = []
        case .replaced(let route):
            current = route
            // The same page twice would take two steps back.
            if back.last == route { back.removeLast() }
        case .wentBack:
            guard let route = back.popLast() else { return }
            forward.append(current)
            current = route
        case .wentForward:
            guard let route = forward.popLast() else { return }
            back.append(current)
            current = route
        }
    }
}

/// The pages that are kept between runs.
struct KeptRoutes: Codable, Equatable, Sendable {
    var back: [Route]
    var current: Route
    var forward: [Route]
}
