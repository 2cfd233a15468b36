import TerminalUI

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A small full-screen program, for tests of screens in a real terminal: it shows a list and what it is told.
///
/// Keys: `q` ends it, `!` is a defect, `a` aborts, `x` leaves the process at once, `h` hangs, `w` writes a message.
@main
enum ScreenProbe {
    static func main() async {
        var environment: [String: String] = [:]
        for name in ["TERM", "COLORTERM", "TMUX"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        let screen = NcursesScreen(environment: environment)
        let interface = ProbeInterface()
        let loop = UILoop(screen: screen, interface: interface)
        interface.use(loop)
        do {
            let status = try await loop.run()
            print("ended with \(status)")
            exit(status)
        } catch let error as TerminalError {
            print("contacts: \(error.message)")
            exit(69)
        } catch {
            print("\(error)")
            exit(70)
        }
    }
}

/// A list of many rows, and the last event.
@MainActor
final class ProbeInterface: UserInterface {
    let theme = Theme.dark
    private var position = ListPosition()
    private var event = "none"
    private var size = Size.zero
    private var loop: UILoop?
    private let count = 100_000

    func use(_ loop: UILoop) { self.loop = loop }

    func view(for size: Size) -> any TerminalView {
        self.size = size
        let list = ListView(count: count, position: position, columns: [ListColumn("Name")], hasTitles: true) { index in
            let name = ["Ada Lovelace", "Zoë Ångström", "山田 太郎"][index % 3]
            return ListRow([StyledText("\(name) \(index)")], isMarked: index == 0, isFavorite: index == 0)
        }
        let status = StatusBar(message: StyledText("event: \(event)"), hints: [KeyHint("q", text: "quit")])
        return DrawnView { canvas in
            func part(_ y: Int, rows: Int) -> Rect { Rect(x: 0, y: y, columns: size.columns, rows: rows) }
            canvas.draw(TitleBar("Probe", detail: StyledText("\(size.columns)×\(size.rows)")), in: part(0, rows: 1))
            canvas.draw(list, in: part(1, rows: size.rows - 2))
            canvas.draw(status, in: part(size.rows - 1, rows: 1))
        }
    }

    func receive(_ events: [ReceivedEvent]) {
        for received in events { receive(received.event, at: received.target) }
    }

    private func receive(_ event: InputEvent, at target: HitTarget?) {
        self.event = (target.map { "on \($0.name) \($0.index): " } ?? "") + "\(event)"
        guard case .key(let key) = event else { return }
        switch key {
        case "q": loop?.stop()
        case "!": fatalError("a defect on purpose")
        case "a": abort()
        case "x": exit(3)
        case "w": _ = write(STDERR_FILENO, "a message on the way\n", 21)
        case "h": while true { pause() }
        default: if let motion = ListMotion(key) { position.move(motion, count: count, height: size.rows - 2) }
        }
    }
}
