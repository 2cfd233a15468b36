import Bloc

/// Reads lines: `+` counts up, `-` counts down.
@main
struct CounterProgram {
    static func main() async {
        let counter = withBlocObserver(ChangePrinter { print($0) }) { CounterCubit() }
        while let line = readLine() {
            switch line {
            case "+": counter.increment()
            case "-": counter.decrement()
            default: print("Type + or -, and Control-D to end.")
            }
        }
        await counter.close()
    }
}
