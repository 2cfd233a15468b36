package import BookSync
import Foundation
package import Repository
import Synchronization

/// An address book on a server in memory, which fails at the request that a test names, and lies in the ways that a test
/// names.
package final class MemoryDAVServer: AnsweringTransport {
    /// How a request fails.
    package enum Fault: String, CaseIterable, Sendable {
        case status500, status503
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

    /// In what a server does not keep its word.
    package struct Lies: Sendable {
        /// How many of the next `PUT`s and `DELETE`s it says to have carried out, and does not.
        package var forgottenWrites = 0
        /// The name of a card that it loses as soon as it was written.
        package var lostCard: String?
        /// The statuses of all changes of cards that are there, whatever they are.
        package var updateStatus: Int?
        /// What its answers to `PUT` name as `Location`.
        package var location: String?
        /// Whether writing tells no tag.
        package var hidesTags = false

        package init() {}
    }

    private struct State {
        var path: String
        var lies = Lies()
        /// What lists, and what reading shows, where it is not the present state.
        var oldLists: [State] = []
        var oldCards: [State] = []
        var cards: [String: Card] = [:]
        var gone: [String: Int] = [:]
        var clock = 0
        var oldestToken = 0
        var count = 0
        var failing: (range: ClosedRange<Int>, fault: Fault)?
        var meanwhile: (@Sendable (MemoryDAVServer) -> Void)?
    }

    package static let path = "/ada/book/"
    package static let url = "https://dav.example" + path
    private let state: Mutex<State>

    /// How many requests came since ``fail(at:with:)``.
    package var count: Int { state.withLock { $0.count } }

    package var cards: [String: String] { state.withLock { $0.cards.mapValues(\.text) } }

    /// Fails at requests from now on, which count from 1; at none without a range.
    package func fail(at range: ClosedRange<Int>?, with fault: Fault = .status500) {
        state.withLock {
            $0.failing = range.map { ($0, fault) }
            $0.count = 0
        }
    }

    /// What another client does at ``Fault/changedMeanwhile``.
    package func setMeanwhile(_ act: @escaping @Sendable (MemoryDAVServer) -> Void) {
        state.withLock { $0.meanwhile = act }
    }

    package func put(_ text: String, as name: String) { state.withLock { Self.store(text, name, &$0) } }

    /// Changes a card if it is there, between any two requests: one of a pass that is under way must not be undone.
    package func change(_ name: String, _ edit: @Sendable (String) -> String) {
        state.withLock { state in
            guard let text = state.cards[name]?.text else { return }
            let edited = edit(text)
            if edited != text { Self.store(edited, name, &state) }
        }
    }

    package func drop(_ name: String) { state.withLock { Self.forget(name, &$0) } }

    /// Gives a card another name, but no other tag.
    package func rename(_ name: String, to newName: String) {
        state.withLock { $0.cards[newName] = $0.cards.removeValue(forKey: name) }
    }

    package var lies: Lies {
        get { state.withLock { $0.lies } }
        set { state.withLock { $0.lies = newValue } }
    }

    /// Shows the present state from now on, whatever is written, until ``catchUp()``.
    package func lag(lists: Bool = true, cards: Bool = true) {
        state.withLock { state in
            var old = state
            (old.oldLists, old.oldCards) = ([], [])
            if lists { state.oldLists = [old] }
            if cards { state.oldCards = [old] }
        }
    }

    package func catchUp() { state.withLock { ($0.oldLists, $0.oldCards) = ([], []) } }

    package init(path: String = MemoryDAVServer.path) {
        state = Mutex(State(path: path))
    }

    package var path: String {
        get { state.withLock(\.path) }
        set { state.withLock { $0.path = newValue } }
    }

    package func source() throws -> CardDAVSource {
        try CardDAVSource(address: Self.url, client: client(at: Self.url))
    }

    // MARK: - Requests

    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (fault, meanwhile) = state.withLock { state -> (Fault?, (@Sendable (MemoryDAVServer) -> Void)?) in
            state.count += 1
            guard let failing = state.failing, failing.range.contains(state.count) else { return (nil, nil) }
            return (failing.fault, state.meanwhile)
        }
        switch fault {
        case nil, .cutAnswer: return answer(request)
        case .status500: return .answer(500, [], "<html>Internal error</html>")
        case .status503: return .answer(503, [("Retry-After", "1")])
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

    package var isCut: Bool {
        state.withLock { state in
            state.failing.map { $0.fault == .cutAnswer && $0.range.contains(state.count) } ?? false
        }
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        state.withLock { state in
            let name = String(HTTPAddress(request.url).requestTarget.dropFirst(state.path.count))
            let (lists, shown) = (state.oldLists.first ?? state, state.oldCards.first ?? state)
            switch request.method {
            case "PROPFIND" where name.isEmpty && request.headers["Depth"] == "1":
                return .multistatus(lists.cards.keys.sorted().map { Self.item($0, lists) })
            case "PROPFIND" where name.isEmpty:
                let kind = String.bookKind + "<displayname>book</displayname>"
                let tags = #"<getctag xmlns="http://calendarserver.org/ns/">\#(lists.clock)</getctag>"#
                return .multistatus(.item(state.path, kind + tags + .token("t:\(lists.clock)")))
            case "PROPFIND":
                return shown.cards[name] == nil ? .answer(404) : .multistatus(Self.item(name, shown))
            case "REPORT" where request.text.contains("addressbook-multiget"):
                let names = request.elements("href").map { String($0.dropFirst(state.path.count)) }
                return .multistatus(names.map { Self.item($0, shown, withCard: true) })
            case "REPORT": return Self.changes(since: request.elements("sync-token").first ?? "", lists)
            case "GET":
                let tag = Self.tag(of: name, shown)
                return shown.cards[name].map { .answer(200, [("ETag", tag)], $0.text) } ?? .answer(404)
            case "PUT", "DELETE": return Self.write(request, name, &state)
            default: return .answer(405)
            }
        }
    }

    private static func write(_ request: HTTPRequest, _ name: String, _ state: inout State) -> HTTPResponse {
        let isThere = state.cards[name] != nil
        if request.headers["If-None-Match"] == "*", isThere { return .answer(412) }
        if isThere, let status = state.lies.updateStatus { return .answer(status) }
        if let tag = request.headers["If-Match"], tag != "*", Self.tag(of: name, state) != tag { return .answer(412) }
        if state.lies.forgottenWrites > 0 {
            state.lies.forgottenWrites -= 1
            let tags = state.lies.hidesTags ? [] : [(name: "ETag", value: "\"lie-\(state.lies.forgottenWrites)\"")]
            return .answer(request.method == "PUT" ? 201 : 204, tags)
        }
        guard request.method == "PUT" else {
            Self.forget(name, &state)
            return .answer(isThere ? 204 : 404)
        }
        Self.store(request.text, name, &state)
        defer { if state.lies.lostCard == name { Self.forget(name, &state) } }
        var fields = state.lies.hidesTags ? [] : [(name: "ETag", value: Self.tag(of: name, state))]
        if let location = state.lies.location { fields.append(("Location", location)) }
        return .answer(201, fields)
    }

    private static func tag(of name: String, _ state: State) -> String { state.cards[name]?.etag ?? "" }

    private static func changes(since token: String, _ state: State) -> HTTPResponse {
        let since = token.isEmpty ? -1 : Int(token.dropFirst(2)) ?? -2
        guard since == -1 || since >= state.oldestToken else {
            return .answer(403, [], #"<error xmlns="DAV:"><valid-sync-token/></error>"#)
        }
        let items = state.cards.filter { $0.value.changedAt > since }.keys.sorted().map { item($0, state) }
        let gone = since < 0 ? [] : state.gone.filter { $0.value > since }.keys.sorted().map { item($0, state) }
        return .multistatus(items + gone + [.token("t:\(state.clock)")])
    }

    private static func item(_ name: String, _ state: State, withCard: Bool = false) -> String {
        guard let card = state.cards[name] else {
            return .status(state.path + name, 404)
        }
        let text = card.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\r", with: "&#13;")
        return .card(state.path + name, card.etag, withCard ? text : nil)
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

extension HTTPRequest {
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The contents of all elements of the body that have a name.
    package func elements(_ name: String) -> [String] {
        text.components(separatedBy: "<\(name)>").dropFirst().map { String($0.prefix { $0 != "<" }) }
    }
}

extension HTTPResponse {
    package static func answer(_ status: Int, _ fields: [(name: String, value: String)] = [], _ body: String = "")
        -> HTTPResponse
    {
        HTTPResponse(status: status, headers: HTTPHeaderFields(fields), body: Array(body.utf8))
    }

    package static func multistatus(_ parts: String...) -> HTTPResponse { multistatus(parts) }

    package static func multistatus(_ parts: [String]) -> HTTPResponse {
        let names = #"xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav""#
        return answer(207, [], "<multistatus \(names)>\(parts.joined())</multistatus>")
    }
}

/// The parts of a multistatus answer.
extension String {
    /// The properties of an address book.
    package static let bookKind = "<resourcetype><collection/><c:addressbook/></resourcetype>"
    package static let folderKind = "<resourcetype><collection/></resourcetype>"

    /// The property that names the account.
    package static func principal(_ href: String) -> String {
        "<current-user-principal><href>\(href)</href></current-user-principal>"
    }

    /// The property that names the folder of the address books.
    package static func home(_ href: String) -> String {
        "<c:addressbook-home-set><href>\(href)</href></c:addressbook-home-set>"
    }

    /// A response for a card, with its text if one is given.
    package static func card(_ href: String, _ etag: some CustomStringConvertible = 1, _ text: String? = nil) -> String
    {
        item(href, "<getetag>\(etag)</getetag>" + (text.map { "<c:address-data>\($0)</c:address-data>" } ?? ""))
    }

    /// A response with properties.
    package static func item(_ href: String, _ properties: String) -> String {
        "<response><href>\(href)</href><propstat><prop>\(properties)</prop><status>HTTP/1.1 200 OK</status></propstat></response>"
    }

    /// A response with a status only.
    package static func status(_ href: String, _ status: Int) -> String {
        "<response><href>\(href)</href><status>HTTP/1.1 \(status) X</status></response>"
    }

    package static func token(_ token: some CustomStringConvertible) -> String { "<sync-token>\(token)</sync-token>" }
}
