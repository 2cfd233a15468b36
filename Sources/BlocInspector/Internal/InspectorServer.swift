import Bloc
import CInspectorPage
import LoopbackHTTP
import Primitives
import Synchronization

/// Serves the page and the stream of records on loopback.
///
/// Every request must name this host and carry the token; a request that changes something must come from the page itself.
extension BlocInspector {
    // MARK: Answering

    func reply(to request: HTTPRequest) -> HTTPReply {
        // Another site can make its name resolve to 127.0.0.1 (DNS rebinding), and could then read the answers as its own.
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
            return .text(421, "The inspector only answers requests to 127.0.0.1:\(port).")
        }
        let origin = request.headers["origin"]
        if let origin, !hosts.contains(where: { origin.lowercased() == "http://\($0)" }) {
            return .text(403, "The inspector only answers its own page.")
        }
        guard isAllowed(request) else {
            return .text(403, "The token is missing or wrong. Open the full address that the program printed.")
        }
        switch (request.method, request.path) {
        case ("GET", "/events"): return events(request)
        case ("POST", "/command"):
            // A form on another site can't send this type without a preflight request.
            guard request.headers["content-type"]?.lowercased().hasPrefix("application/json") == true else {
                return .text(415, "Commands must be JSON with the type application/json.")
            }
            guard origin != nil else { return .text(403, "Commands must come from the inspector's own page.") }
            return command(request.body)
        case ("GET", let path), ("HEAD", let path): return file(path == "/" ? "/index.html" : path)
        default: return .text(405, "The inspector supports GET /events, POST /command and the files of its page.")
        }
    }

    private func isAllowed(_ request: HTTPRequest) -> Bool {
        let cookies = (request.headers["cookie"] ?? "").split(separator: ";").map { $0.trimmed() }
        return Self.isSame(request.parameters["token"] ?? "", token)
            || Self.isSame(request.headers["authorization"] ?? "", "Bearer \(token)")
            || cookies.contains { Self.isSame($0, "\(cookieName)=\(token)") }
    }

    private var cookieName: String { "inspector-\(port)" }

    /// Compares in constant time, so that the duration doesn't reveal how much matches.
    private static func isSame(_ one: String, _ two: String) -> Bool {
        one.utf8.count == two.utf8.count && zip(one.utf8, two.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private func file(_ path: String) -> HTTPReply {
        for index in 0..<Int(inspector_page_file_count) {
            let file = inspector_page_files[index]
            guard String(cString: file.path) == path else { continue }
            var headers: [(String, String)] = [
                ("Content-Type", String(cString: file.type)),
                (
                    "Content-Security-Policy",
                    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
                ),
                ("X-Content-Type-Options", "nosniff"),
                ("Referrer-Policy", "no-referrer"),
                ("Cache-Control", "no-store"),
            ]
            if path == "/index.html" {
                headers.append(("Set-Cookie", "\(cookieName)=\(token); HttpOnly; SameSite=Strict; Path=/"))
            }
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
            return HTTPReply(status: 200, headers: headers, body: .bytes(bytes))
        }
        return .text(404, "The page doesn't have this file.")
    }

    private func events(_ request: HTTPRequest) -> HTTPReply {
        let after = (request.headers["last-event-id"] ?? request.parameters["after"]).flatMap { UInt64($0) }
        let observer = inspecting
        let blocs = observer.writer.withLock { $0.live.keys.sorted() }
        let list = blocs.map { number in { @Sendable in observer.writer.withLock { $0.created(number) } } }
        guard let stream = hub.reader(beginning: hello, listing: list, after: after) else {
            return .text(503, "\(StreamHub.mostReaders) pages are already open. Close one.")
        }
        let headers: [(String, String)] = [
            ("Content-Type", "text/event-stream; charset=utf-8"), ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        return HTTPReply(status: 200, headers: headers, body: .stream(stream))
    }

    /// The first bytes that every reader gets.
    private var hello: [UInt8] {
        let json = JSONWriter.object { json in
            json.add("v", 1)
            json.add("program", CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program")
            json.add("process", getpid())
            json.add("values", showsValues)
            json.add("mode", recordings == nil ? "live" : "recording")
            json.add("recordings", recordings ?? [])
        }
        return StreamHub.event(json, "event: hello\n")
    }

    // MARK: Commands

    private struct Command: Decodable {
        let command: String
        let instance: UInt64
        let steps: Int?
        let event: JSONValue?
    }

    private func command(_ body: [UInt8]) -> HTTPReply {
        guard recordings == nil else { return .error(409, "A recording cannot be changed.") }
        guard let command = try? JSONDecoder().decode(Command.self, from: Data(body)) else {
            return .error(400, "The command is not an object with command and instance.")
        }
        guard let bloc = inspecting.writer.withLock({ $0.live[command.instance]?.bloc }) else {
            return .error(404, "Bloc \(command.instance) no longer exists.")
        }
        switch command.command {
        case "undo": return bloc.travel(-1) == 1 ? .done : .error(409, "There is no state to go back to.")
        case "redo": return bloc.travel(1) == 1 ? .done : .error(409, "There is no state to go forward to.")
        case "travel":
            let steps = min(max(command.steps ?? 0, -100_000), 100_000)
            let made = bloc.travel(steps)
            return made == abs(steps) ? .done : .error(409, "The history ended after \(made) of \(abs(steps)) steps.")
        case "add":
            guard let event = command.event else { return .error(400, "The event is missing.") }
            return add(event, to: bloc)
        default: return .error(400, "“\(command.command)” isn't a command; use add, undo, redo or travel.")
        }
    }

    private func add(_ event: JSONValue, to bloc: any InspectedBloc) -> HTTPReply {
        guard let type = bloc.eventType as? any Decodable.Type else {
            let reason = "\(bloc.eventType) isn't Decodable."
            return .error(409, "Events of \(bloc.id.type) cannot be written as JSON: \(reason)")
        }
        do {
            let value = try JSONDecoder().decode(type, from: Data(ShownValue.coder.encode(event)))
            return bloc.add(any: value) ? .done : .error(409, "The bloc doesn't accept this event.")
        } catch let error as DecodingError {
            return .error(400, "This isn't a valid \(bloc.eventType): \(error.place)")
        } catch {
            return .error(400, "This isn't a valid \(bloc.eventType).")
        }
    }
}

extension DecodingError {
    /// The problem and its location.
    fileprivate var place: String {
        switch self {
        case .keyNotFound(let key, let context): return "“\(key.stringValue)” is missing\(Self.path(context))."
        case .typeMismatch(let type, let context): return "it is not a \(type)\(Self.path(context))."
        case .valueNotFound(let type, let context): return "a \(type) is missing\(Self.path(context))."
        case .dataCorrupted(let context): return "\(context.debugDescription)\(Self.path(context))"
        @unknown default: return "it cannot be read."
        }
    }

    private static func path(_ context: Context) -> String {
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "" : " (in \(path))"
    }
}

extension HTTPReply {
    static func text(_ status: Int, _ text: String) -> HTTPReply {
        let headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
        return HTTPReply(status: status, headers: headers, body: .bytes(Array((text + "\n").utf8)))
    }

    fileprivate static var done: HTTPReply { json(200) { $0.add("done", true) } }
    fileprivate static func error(_ status: Int, _ text: String) -> HTTPReply { json(status) { $0.add("error", text) } }

    private static func json(_ status: Int, _ body: (inout JSONWriter) -> Void) -> HTTPReply {
        let json = JSONWriter.object(body)
        return HTTPReply(status: status, headers: [("Content-Type", "application/json")], body: .bytes(json))
    }
}
