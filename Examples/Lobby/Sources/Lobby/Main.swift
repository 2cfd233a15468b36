import Foundation

@main
enum Main {
    static func main() async throws {
        guard let url = ProcessInfo.processInfo.environment["DATABASE_URL"] else {
            print("lobby: DATABASE_URL names no server; try Scripts/with-postgresql swift run lobby demo.")
            exit(64)
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("work", 4):
            guard let games = Int(arguments[2]), let process = Int(arguments[3]) else { usage() }
            try await Lobby(url: url, schema: arguments[1], games: games).work(process)
        case ("demo", 1), ("demo", 3):
            let games = arguments.count == 1 ? 2_000 : arguments[1] == "--games" ? Int(arguments[2]) : nil
            guard let games, games > 0 else { usage() }
            let lobby = Lobby(url: url, schema: "lobby_\(UInt32.random(in: .min ... .max))", games: games)
            let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
            if try await !lobby.run(program: program) { exit(1) }
        default:
            usage()
        }
    }

    private static func usage() -> Never {
        print("usage: lobby demo [--games N]")
        exit(64)
    }
}
