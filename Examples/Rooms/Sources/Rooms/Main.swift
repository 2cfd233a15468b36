import Bloc
import BlocInspector

/// `rooms [COUNT]`: a server with this many rooms, 10,000 by default, in which people talk until Ctrl-C.
@main
struct Main {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
        guard count > 0 else {
            print("rooms: “\(count)” is no number of rooms. Give a positive one, such as: rooms 100")
            return
        }
        let inspector = try await BlocInspector.start()
        let manager = BlocManager()
        for number in 0..<count { open(number, in: manager) }
        print("\(count) rooms are open. Look into them at the address above; Ctrl-C ends it.")
        var turn = 0
        while !Task.isCancelled {
            talk(turn, count, in: manager)
            turn += 1
            try await Task.sleep(for: .milliseconds(20))
        }
        await inspector.stop()
    }

    /// Opens a room on one of a hundred floors.
    @discardableResult
    static func open(_ number: Int, in manager: BlocManager) -> RoomBloc {
        manager.scope("floor \(number % 100)").bloc(for: RoomBloc.key(number)) { RoomBloc() }
    }

    /// Plays a turn: somebody enters, speaks in or leaves one of the first rooms, and sometimes speaks without being there.
    static func talk(_ turn: Int, _ count: Int, in manager: BlocManager) {
        let name = ["Ada", "Grace", "Alan", "Barbara"][turn % 4]
        let key = RoomBloc.key(turn / 7 % min(count, 50))
        switch turn % 7 {
        case 0, 1: manager.add(.entered(name: name), to: key)
        case 6: manager.add(.left(name: name), to: key)
        default: manager.add(.said(name: name, text: "message \(turn)"), to: key)
        }
    }
}
