// A bloc in a module whose declarations belong to the main actor by default.

// snippet.show
import Bloc

nonisolated struct Todo: Equatable, Sendable {
    var title = ""
    var isShort: Bool { title.count < 4 }
}

nonisolated protocol TodoService: Sendable {
    func todos() async throws -> [Todo]
}

final class TodosBloc: Bloc {
    enum Event: Equatable { case opened, cleared }
    typealias State = [Todo]
    let runtime: BlocRuntime<TodosBloc>

    init(service: any TodoService) {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.on(policy: .droppable, where: { $0 == .opened }) { _, emit in emit(try await service.todos()) }
            bloc.on { _, emit in emit([]) }
        }
    }
}
// snippet.hide

struct Sample: TodoService {
    func todos() async throws -> [Todo] { [Todo(title: "Tea")] }
}
let todos = TodosBloc(service: Sample())
_ = await todos.add(.opened).outcome
print(todos.state.allSatisfy(\.isShort))
await todos.close()
