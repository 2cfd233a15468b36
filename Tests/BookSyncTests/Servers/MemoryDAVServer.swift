import Foundation
import Repository
import Synchronization

@testable import BookSync

/// An address book on a server in memory, which fails at the request that a test names.
final class MemoryDAVServer: HTTPStreamingTransport {
    /// How a request fails.
    enum Fault: String, CaseIterable, Sendable {
        case status500, status503, status429, status502
        /// The connection is reset before the server gets the request, or before its answer comes.
        case lostRequest, lostAnswer
        /// The answer ends in the middle.
        case cutAnswer
        /// The server no longer knows its tokens.
        case lostToken
        /// Another client changes cards just before.
        case changedMeanwhile
    }

    private struct Card {
        var text: String
        var etag: String
        var changedAt: Int
    }

    private struct State {
        var cards: [String: Card] = [:]
        var gone: [String: Int] = [:]
        var clock = 0
        var oldestToken = 0
        var count = 0
        var failing: (range: ClosedRange<Int>, fault: Fault)?
        var meanwhile: (@Sendable (MemoryDAVServer) -> Void)?
    }

    static let path = "/ada/book/"
    static let url = "https://dav.example" + path
    private let state = Mutex(State())

    /// How many requests came since ``fail(at:with:)``.
    var count: Int { state.withLock { $0.count } }

    /// The cards by their names.
    var cards: [String: String] { state.withLock { $0.cards.mapValues(\.text) } }

    /// Fails at requests from now on, which count from 1; at none without a range.
    func fail(at range: ClosedRange<Int>?, with fault: Fault = .status500) {
        state.withLock {
            $0.failing = range.map { ($0, fault) }
            $0.count = 0
        }
    }

    /// What another client does at ``Fault/changedMeanwhile``.
    func setMeanwhile(_ act: @escaping @Sendable (MemoryDAVServer) -> Void) { state.withLock { $0.meanwhile = act } }

    func put(_ text: String, as name: String) { state.withLock { Self.store(text, name, &$0) } }

    /// Changes a card if it is there, between any two requests: one of a pass that is under way must not be undone.
    func change(_ name: String, _ edit: @Sendable (String) -> String) {
        state.withLock { state in
            guard let text = state.cards[name]?.text else { return }
            let edited = edit(text)
            if edited != text { Self.store(edited, name, &state) }
        }
    }

    func drop(_ name: String) { state.withLock { Self.forget(name, &$0) } }

    /// A source that speaks with it.
    func source() throws -> CardDAVSource {
        var patience = DAVPatience()
        patience.sleep = { _ in }
        let client = try DAVClient(address: Self.url, credentials: .none, transport: self, patience: patience)
        return try CardDAVSource(address: Self.url, client: client)
    }

    // MARK: - Requests

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (fault, meanwhile) = state.withLock { state -> (Fault?, (@Sendable (MemoryDAVServer) -> Void)?) in
            state.count += 1
            guard let failing = state.failing, failing.range.contains(state.count) else { return (nil, nil) }
            return (failing.fault, state.meanwhile)
        }
        switch fault {
        case nil, .cutAnswer: return answer(request)
        case .status500: return .answer(500, [], "<html>Internal error</html>")
        case .status502: return .answer(502)
        case .status503: return .answer(503, [("Retry-After", "1")])
        case .status429: return .answer(429, [("Retry-After", "2")])
        case .lostRequest: throw HTTPTransportError(.brokenOff, "the connection was reset")
        case .lostAnswer:
            _ = answer(request)
            throw HTTPTransportError(.brokenOff, "the connection was reset")
        case .lostToken:
            state.withLock { ($0.clock, $0.oldestToken) = ($0.clock + 1, $0.clock + 1) }
            return answer(request)
        case .changedMeanwhile:
            meanwhile?(self)
            return answer(request)
        }
    }

    func send(
        _ request: HTTPRequest,
        into receive: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
    ) async throws -> HTTPResponse {
        var response = try await send(request)
        let isCut = state.withLock { state in
            state.failing.map { $0.fault == .cutAnswer && $0.range.contains(state.count) } ?? false
        }
        guard (200..<300).contains(response.status) else { return response }
        let whole = response.body
        let body = isCut ? Array(whole[..<(whole.count / 2)]) : whole
        let isTaken = body.withUnsafeBytes { $0.isEmpty || receive($0) }
        guard isTaken, !isCut else { throw HTTPTransportError(.brokenOff, "its answer ended early") }
        response.body = []
        return response
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let target = HTTPAddress(request.url).requestTarget
        let name = String(target.dropFirst(Self.path.count))
        let body = String(decoding: request.body, as: UTF8.self)
        return state.withLock { state in
            switch request.method {
            case "PROPFIND" where name.isEmpty && request.headers["Depth"] == "1":
                return .multistatus(state.cards.keys.sorted().map { Self.item($0, state) }.joined())
            case "PROPFIND" where name.isEmpty:
                let kind = "<resourcetype><collection/><c:addressbook/></resourcetype><displayname>book</displayname>"
                let tags = #"<getctag xmlns="http://calendarserver.org/ns/">\#(state.clock)</getctag>"#
                return .multistatus(
                    HTTPResponse.item(Self.path, kind + tags + "<sync-token>t:\(state.clock)</sync-token>")
                )
            case "PROPFIND":
                return state.cards[name] == nil ? .answer(404) : .multistatus(Self.item(name, state))
            case "REPORT" where body.contains("addressbook-multiget"):
                let names = Self.elements("href", in: body).map { String($0.dropFirst(Self.path.count)) }
                return .multistatus(names.map { Self.item($0, state, withCard: true) }.joined())
            case "REPORT": return Self.changes(since: Self.elements("sync-token", in: body).first ?? "", state)
            case "GET":
                return state.cards[name].map { .answer(200, [("ETag", $0.etag)], $0.text) } ?? .answer(404)
            case "PUT", "DELETE":
                if request.headers["If-None-Match"] == "*", state.cards[name] != nil { return .answer(412) }
                if let tag = request.headers["If-Match"], tag != "*", state.cards[name]?.etag != tag {
                    return .answer(412)
                }
                guard request.method == "PUT" else {
                    let isThere = state.cards[name] != nil
                    Self.forget(name, &state)
                    return .answer(isThere ? 204 : 404)
                }
                Self.store(body, name, &state)
                return .answer(201, [("ETag", state.cards[name]?.etag ?? "")])
            default: return .answer(405)
            }
        }
    }

    private static func changes(since token: String, _ state: State) -> HTTPResponse {
        let since = token.isEmpty ? -1 : Int(token.dropFirst(2)) ?? -2
        guard since == -1 || since >= state.oldestToken else {
            return .answer(403, [], #"<error xmlns="DAV:"><valid-sync-token/></error>"#)
        }
        let items = state.cards.filter { $0.value.changedAt > since }.keys.sorted().map { item($0, state) }
        let gone = since < 0 ? [] : state.gone.filter { $0.value > since }.keys.sorted().map { item($0, state) }
        return .multistatus((items + gone).joined() + "<sync-token>t:\(state.clock)</sync-token>")
    }

    private static func item(_ name: String, _ state: State, withCard: Bool = false) -> String {
        guard let card = state.cards[name] else {
            return "<response><href>\(path)\(name)</href><status>HTTP/1.1 404 Not Found</status></response>"
        }
        let text = card.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\r", with: "&#13;")
        let data = withCard ? "<c:address-data>\(text)</c:address-data>" : ""
        return HTTPResponse.item(path + name, "<getetag>\(card.etag)</getetag>" + data)
    }

    private static func elements(_ name: String, in body: String) -> [String] {
        body.components(separatedBy: "<\(name)>").dropFirst().map { String($0.prefix { $0 != "<" }) }
    }

    private static func store(_ text: String, _ name: String, _ state: inout State) {
        state.clock += 1
        state.gone[name] = nil
        state.cards[name] = Card(text: text, etag: "\"\(state.clock)\"", changedAt: state.clock)
    }

    private static func forget(_ name: String, _ state: inout State) {
        guard state.cards.removeValue(forKey: name) != nil else { return }
        state.clock += 1
        state.gone[name] = state.clock
    }
}
