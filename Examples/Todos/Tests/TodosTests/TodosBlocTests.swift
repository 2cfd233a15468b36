import Bloc
import BlocTesting
import Testing

@testable import Todos

@Suite struct TodosBlocTests {
    private let tea = Todo(id: 1, title: "Buy tea")
    private let call = Todo(id: 2, title: "Call Ada", isCompleted: true)

    @Test("a new todo is open and has a number of its own") func adds() async throws {
        try await testBloc(
            build: { TodosBloc(todos: [tea, call]) },
            act: { $0.add(.added("Sleep")) },
            states: [[tea, call, Todo(id: 3, title: "Sleep")]]
        )
    }

    @Test("a deletion can be undone and redone") func undoes() async throws {
        try await testBloc(
            build: { TodosBloc(todos: [tea, call]) },
            act: { run in
                run.add(.deleted(1))
                #expect(run.bloc.undo())
                #expect(run.bloc.redo())
                #expect(!run.bloc.redo())
            },
            states: [[call], [tea, call], [call]]
        )
    }

    @Test("every change is a step of its own, and a new one ends what can be redone") func steps() {
        let bloc = TodosBloc(todos: [tea])
        bloc.add(.toggled(1))
        bloc.add(.added("Sleep"))
        bloc.undo()
        bloc.undo()
        #expect(bloc.state == [tea])
        #expect(!bloc.canUndo)
        bloc.add(.deleted(1))
        #expect(!bloc.canRedo)
    }

    @Test("all are completed unless all are") func togglesAll() async throws {
        var done = tea
        done.isCompleted = true
        var open = call
        open.isCompleted = false
        try await testBloc(
            build: { TodosBloc(todos: [tea, call]) },
            act: { run in
                run.add(.allToggled)
                run.add(.allToggled)
            },
            states: [[done, call], [tea, open]]
        )
    }

    @Test("clearing removes the completed ones; what is not there changes nothing") func clears() async throws {
        try await testBloc(
            build: { TodosBloc(todos: [tea, call]) },
            act: { run in
                run.add(.completedCleared)
                run.add(.toggled(7))
            },
            states: [[tea]]
        )
    }

    @Test("the filter chooses what is shown", arguments: zip(TodosFilter.allCases, [[1, 2], [1], [2]]))
    func filters(filter: TodosFilter, ids: [Int]) {
        let cubit = FilterCubit()
        cubit.select(filter)
        #expect(cubit.state([tea, call]).map(\.id) == ids)
    }
}
