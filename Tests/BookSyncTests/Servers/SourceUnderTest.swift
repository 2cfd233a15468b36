import BookSyncDoubles
import Foundation
import Repository
import Testing

@testable import BookSync

/// The sources that keep the rules of `CardSource`.
enum SourceKind: String, CaseIterable, Sendable {
    case memory, folder, radicale, xandikos, sabre

    /// The kinds that can run here: Radicale and Xandikos need Python, SabreDAV needs PHP.
    static var available: [SourceKind] {
        ForeignPrograms.python == nil
            ? [.memory, .folder] : allCases.filter { $0 != .sabre || ForeignPrograms.hasSabre }
    }
    /// Those whose servers are asked for more than the rules.
    static var servers: [SourceKind] { available.filter { $0 == .radicale || $0 == .xandikos } }
}

/// A source with the hand of another program on its cards.
struct SourceUnderTest: Sendable {
    var source: any CardSource
    /// Writes a card under a name, as another program would.
    var put: @Sendable (_ name: String, _ text: String) async throws -> Void
    var drop: @Sendable (_ name: String) async throws -> Void
    /// The end of all hrefs that stand for a name.
    var href: @Sendable (_ name: String) -> String

    /// Makes an empty source that was asked to describe itself, as each pass does first.
    init(_ kind: SourceKind) async throws {
        switch kind {
        case .memory:
            let memory = MemoryCardSource()
            source = memory
            put = { memory.put($1, as: $0) }
            drop = { memory.drop($0) }
            href = { $0 }
        case .folder:
            let folder = CardFolder()
            // Long after the files were written, however long a test waits for its turn: their tags don't change by themselves.
            source = FolderSource(path: folder.path) { 0 }
            put = { try folder.write($1, as: $0) }
            drop = { try FileManager.default.removeItem(atPath: folder.path($0)) }
            href = { $0 }
        case .radicale, .xandikos, .sabre:
            let server = try await TestServer.shared(kind)
            let collection = try await server.makeBook()
            let client = try server.client()
            source = try CardDAVSource(address: collection, client: client)
            put = { name, text in
                let type = [(name: "Content-Type", value: "text/vcard; charset=utf-8")]
                let reply = try await client.send("PUT", collection + name, headers: type, body: Array(text.utf8))
                try #require(reply.isSuccess, "PUT \(name): \(reply.status)")
            }
            drop = { name in
                let reply = try await client.send("DELETE", collection + name)
                try #require(reply.isSuccess, "DELETE \(name): \(reply.status)")
            }
            href = { HTTPAddress(collection).requestTarget + $0 }
        }
        _ = try await source.describe()
    }
}

extension TestServer {
    func client(password: String = TestServer.password) throws -> DAVClient {
        try DAVClient(address: origin, credentials: .password(user: Self.user, secret: { password }))
    }

    func makeBook(named name: String = UUID().uuidString.lowercased()) async throws -> String {
        let client = try client()
        let home =
            switch kind {
            case .radicale: "/\(Self.user)/"
            case .xandikos: "/\(Self.user)/contacts/"
            case .sabre, .memory, .folder: "/addressbooks/\(Self.user)/"
            }
        let url = "\(origin)\(home)\(name)/"
        let body = """
            <mkcol xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><set><prop><resourcetype><collection/>\
            <c:addressbook/></resourcetype><displayname>Freunde &amp; Söhne</displayname></prop></set></mkcol>
            """
        let type = [(name: "Content-Type", value: "application/xml; charset=utf-8")]
        let reply = try await client.send("MKCOL", url, headers: type, body: Array(body.utf8))
        try #require(reply.isSuccess, "MKCOL \(url): \(reply.status) \(String(decoding: reply.body, as: UTF8.self))")
        return url
    }
}

/// A card of the fewest lines.
func card(_ uid: String, name: String = "Ada", note: String = "") -> String {
    "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(uid)\r\nFN:\(name)\r\nN:\(name);;;;\r\n"
        + (note.isEmpty ? "" : "NOTE:\(note)\r\n") + "END:VCARD\r\n"
}

extension CardRead {
    /// The lines of the card without their order.
    var lines: Set<String> {
        guard case .card(let bytes, _) = content else { return [] }
        let unfolded = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n ", with: "")
        return Set(unfolded.split(separator: "\r\n").map(String.init))
    }

    var etag: String? {
        if case .card(_, let etag) = content { etag } else { nil }
    }
}
