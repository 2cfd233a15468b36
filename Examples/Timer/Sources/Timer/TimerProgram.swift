import Bloc

/// Counts down from ten; `p` pauses, `r` resumes, `0` resets, `s` restarts.
@main
struct TimerProgram {
    static func main() async {
        let timer = TimerBloc(duration: 10)
        let shown = timer.observe { print($0) }
        timer.add(.started(10))
        while let line = readLine() {
            switch line {
            case "p": timer.add(.paused)
            case "r": timer.add(.resumed)
            case "0": timer.add(.reset)
            case "s": timer.add(.started(10))
            default: print("p, r, 0 or s, and Control-D to end.")
            }
        }
        await timer.close()
        shown.cancel()
    }
}
