import Bloc
import BlocInspector
import Foundation
import Loopback
import Testing

/// A bloc with everything that an inspector shows.
final class RoomBloc: Bloc {
    enum Event: Codable, Sendable {
        case raised(by: Int)
        case broken
        case rang
        /// Raises the child.
        case passedOn
        case twice
    }
    enum Phase: String, Codable { case idle, busy, full }
    struct State: Codable, Equatable, Sendable {
        var phase = Phase.idle
        var count = 0
        var names: [String] = []
    }
    struct Leaky: Error, CustomStringConvertible { var description: String { "secret of Ada" } }
    typealias Effect = String
    let runtime: BlocRuntime<RoomBloc>

    init(child: BlocKey<ChildBloc>? = nil) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.history(limit: 100)
            bloc.on { event, emit in
                switch event {
                case .raised(let by):
                    emit.update { state in
                        state.count += by
                        state.names.append("n\(by)")
                        state.phase = state.count > 5 ? .full : .busy
                    }
                case .broken: throw Leaky()
                case .rang: emit.effect("rang")
                case .passedOn: if let child { emit.add(.raised(by: 1), to: child) }
                case .twice:
                    emit.update { $0.count += 1 }
                    emit.update { $0.count += 1 }
                }
            }
        }
    }
}

/// A bloc whose values may be shown.
final class ChildBloc: Bloc {
    enum Event: Codable, Inspectable, Sendable { case raised(by: Int) }
    struct State: Equatable, Inspectable, Sendable { var count = 0 }
    let runtime: BlocRuntime<ChildBloc>

    init() {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on { event, emit in
                switch event {
                case .raised(let by): emit.update { $0.count += by }
                }
            }
        }
    }
}

/// A bloc whose state is its last event.
final class TextBloc: Bloc {
    typealias Event = String
    typealias State = String
    let runtime: BlocRuntime<TextBloc>

    init() {
        runtime = BlocRuntime(initialState: "") { bloc in bloc.on { event, emit in emit(event) } }
    }
}

/// Runs work with an inspector that observes only the blocs of this test.
func withInspector<Result>(
    values: Bool = false,
    _ work: (BlocInspector, Client) async throws -> Result
) async throws -> Result {
    let inspector = try await BlocInspector.start(inspectingValues: values, observing: .observer)
    let token = String(inspector.url.split(separator: "=")[1])
    do {
        let result = try await work(inspector, Client(port: inspector.port, token: token))
        await inspector.stop()
        return result
    } catch {
        await inspector.stop()
        throw error
    }
}

/// A client of the inspector that has its token.
struct Client {
    let port: Int
    let token: String

    /// Sends a request with the token, and reads the whole answer or as much of it as `isEnough` wants.
    func send(
        _ target: String,
        method: String = "GET",
        headers: [String: String] = [:],
        body: String = "",
        isEnough: (@Sendable (String) -> Bool)? = nil
    ) async throws -> (status: Int, text: String) {
        let all = ["Host": "127.0.0.1:\(port)", "Authorization": "Bearer \(token)"].merging(headers) { $1 }
        let client = LoopbackClient(port: port)
        let answer = try await client.send(target, method: method, headers: all, body: body, isEnough: isEnough)
        return (answer.status, answer.whole)
    }

    /// Sends a command as the page does.
    func command(_ json: String, headers: [String: String] = [:]) async throws -> (status: Int, text: String) {
        var all = ["Origin": "http://127.0.0.1:\(port)", "Content-Type": "application/json"]
        all.merge(headers) { $1 }
        return try await send("/command", method: "POST", headers: all, body: json)
    }

    /// The records of the stream until one of them is `last`.
    func records(until last: @escaping @Sendable ([String: Any]) -> Bool) async throws -> [[String: Any]] {
        let answer = try await send("/events") { text in
            Self.records(in: text).contains(where: last)
        }
        return Self.records(in: answer.text)
    }

    /// A socket that has asked for the stream.
    func following() throws -> Int32 {
        let socket = try LoopbackSocket.connected(to: port)
        let request = "GET /events?token=\(token) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
        try #require(LoopbackSocket.send(request.utf8, to: socket))
        return socket
    }

    static func records(in text: String) -> [[String: Any]] {
        text.split(separator: "\n").filter { $0.hasPrefix("data: ") }.compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8))) as? [String: Any]
        }
    }
}

/// Runs a program, and returns its status and output.
func run(_ program: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
    try await onThread {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}

/// The root of the package.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path
