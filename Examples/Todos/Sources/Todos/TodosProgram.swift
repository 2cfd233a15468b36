import Bloc

/// Reads lines: a title adds a todo, a number toggles one, `-2` deletes one, `all`, `active`, `completed`, `undo`, `redo`.
@main
struct TodosProgram {
    static func main() async {
        let todos = TodosBloc()
        let filter = FilterCubit()
        while let line = readLine() {
            switch line {
            case "undo": todos.undo()
            case "redo": todos.redo()
            case "all": filter.select(.all)
            case "active": filter.select(.active)
            case "completed": filter.select(.completed)
            default:
                guard let number = Int(line) else {
                    todos.add(.added(line))
                    break
                }
                todos.add(number < 0 ? .deleted(-number) : .toggled(number))
            }
            for todo in filter.state(todos.state) { print(todo.id, todo.isCompleted ? "[x]" : "[ ]", todo.title) }
        }
        await todos.close()
        await filter.close()
    }
}
