import Foundation

@main
enum Main {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("work", 2):
            try await Demo(folder: arguments[1]).work()
        case ("demo", 1), ("demo", 3):
            let kills =
                arguments.count == 3 && arguments[1] == "--kills" ? Int(arguments[2]) : arguments.count == 1 ? 20 : nil
            guard let kills, kills >= 0 else { usage() }
            let folder = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID())").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
            let isRight = try Demo(folder: folder).run(kills: kills, program: program)
            if !isRight { exit(1) }
        default:
            usage()
        }
    }

    private static func usage() -> Never {
        print("usage: orders demo [--kills N]")
        exit(64)
    }
}
