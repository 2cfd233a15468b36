import BookSyncDoubles
import Foundation
import Repository
import Synchronization

@testable import BookSync

/// A server in memory whose address book is at another path than the one where it was.
final class MovedDAVServer: AnsweringTransport {
    /// What the old address answers.
    enum OldAddress: Sendable {
        /// The address book is there still.
        case same
        case status(Int)
        /// A redirection to the new address, with this status.
        case redirect(Int)
    }

    static let newPath = "/people/7/contacts/"
    static let otherPath = "/people/7/other/"
    static let newURL = "https://dav.example" + newPath

    /// The cards, which are the same at both addresses.
    let cards = MemoryDAVServer()
    /// The cards of another address book of the account.
    let others = MemoryDAVServer()
    private let state = Mutex((answer: OldAddress.same, listed: [newPath], names: [String: String]()))

    /// What the old address answers from now on.
    func answer(_ answer: OldAddress) { state.withLock { $0.answer = answer } }

    /// The address books that the account has.
    func list(_ paths: [String]) { state.withLock { $0.listed = paths } }

    /// Gives a card another name at the new address.
    func rename(_ name: String, to newName: String) { state.withLock { $0.names[name] = newName } }

    /// A source at an address, which looks for others.
    func source(at url: String = MemoryDAVServer.url) throws -> CardDAVSource {
        let makeClient: @Sendable (String, DAVCredentials) throws -> DAVClient = { address, credentials in
            var patience = DAVPatience()
            patience.sleep = { _ in }
            return try DAVClient(address: address, credentials: credentials, transport: self, patience: patience)
        }
        let discovery = CardDAVDiscovery(credentials: .none, lookup: { _ in nil }, makeClient: makeClient)
        return try CardDAVSource(address: url, client: makeClient(url, .none)) {
            try await discovery.books(besides: url, at: url)
        }
    }

    // MARK: - Requests

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = HTTPAddress(request.url).requestTarget
        let (answer, listed) = state.withLock { ($0.answer, $0.listed) }
        switch path {
        case _ where path.hasPrefix(Self.newPath): return try await pass(request, Self.newPath, to: cards)
        case _ where path.hasPrefix(Self.otherPath): return try await pass(request, Self.otherPath, to: others)
        case _ where path.hasPrefix(MemoryDAVServer.path):
            switch answer {
            case .same: return try await cards.send(request)
            case .status(let status): return .answer(status)
            case .redirect(let status):
                let target = Self.newPath + path.dropFirst(MemoryDAVServer.path.count)
                return .answer(status, [("Location", target)])
            }
        case "/", "/.well-known/carddav":
            return .multistatus(.item("/", "<current-user-principal><href>/people/7/</href></current-user-principal>"))
        case "/people/7/" where request.headers["Depth"] == "0":
            return .multistatus(.item(path, "<c:addressbook-home-set><href>/people/7/</href></c:addressbook-home-set>"))
        case "/people/7/":
            return .multistatus(listed.map { .item($0, .bookKind) })
        default: return .answer(404)
        }
    }

    /// Passes a request on to a server that has the cards under its own path.
    private func pass(_ request: HTTPRequest, _ path: String, to server: MemoryDAVServer) async throws -> HTTPResponse {
        let names = state.withLock(\.names)
        func translated(_ text: String, isAnswer: Bool) -> String {
            var text = text.replacing(
                isAnswer ? MemoryDAVServer.path : path,
                with: isAnswer ? path : MemoryDAVServer.path
            )
            for (old, new) in names {
                text = text.replacing("/\(isAnswer ? old : new)", with: "/\(isAnswer ? new : old)")
            }
            return text
        }
        var inner = request
        inner.url = translated(request.url, isAnswer: false)
        if request.method == "REPORT" {
            inner.body = Array(translated(request.text, isAnswer: false).utf8)
        }
        var response = try await server.send(inner)
        guard request.method != "GET" else { return response }
        response.body = Array(translated(String(decoding: response.body, as: UTF8.self), isAnswer: true).utf8)
        return response
    }
}
