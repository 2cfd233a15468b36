import Bloc

struct Todo: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var isCompleted = false
}

/// A list of todos with undo for every change.
final class TodosBloc: Bloc {
    enum Event {
        case added(String)
        case toggled(Todo.ID)
        case deleted(Todo.ID)
        case allToggled
        case completedCleared
    }
    typealias State = [Todo]
    let runtime: BlocRuntime<TodosBloc>

    init(todos: [Todo] = []) {
        runtime = BlocRuntime(initialState: todos) { bloc in
            bloc.history(limit: 50)
            bloc.on { event, emit in emit.update { TodosBloc.change(&$0, event) } }
        }
    }

    private static func change(_ todos: inout [Todo], _ event: Event) {
        switch event {
        case .added(let title):
            todos.append(Todo(id: (todos.map(\.id).max() ?? 0) + 1, title: title))
        case .toggled(let id):
            for index in todos.indices where todos[index].id == id { todos[index].isCompleted.toggle() }
        case .deleted(let id):
            todos.removeAll { $0.id == id }
        case .allToggled:
            let areAllCompleted = todos.allSatisfy(\.isCompleted)
            for index in todos.indices { todos[index].isCompleted = !areAllCompleted }
        case .completedCleared:
            todos.removeAll(where: \.isCompleted)
        }
    }
}

/// The todos that a view shows.
enum TodosFilter: CaseIterable, Sendable {
    case all, active, completed

    func callAsFunction(_ todos: [Todo]) -> [Todo] {
        switch self {
        case .all: todos
        case .active: todos.filter { !$0.isCompleted }
        case .completed: todos.filter(\.isCompleted)
        }
    }
}

/// The filter of a view, which isn't part of the list, so that undo doesn't affect it.
final class FilterCubit: Cubit {
    typealias State = TodosFilter
    let runtime: CubitRuntime<FilterCubit>
    private let emit: CubitEmitter<FilterCubit>

    init() {
        (runtime, emit) = CubitRuntime.make(initialState: .all)
    }

    func select(_ filter: TodosFilter) { emit(filter) }
}
