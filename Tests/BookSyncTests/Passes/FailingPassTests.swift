import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Testing

/// Whole passes of which one request fails, each in its turn and in every way.
@Suite struct `A pass of which any request fails` {
    @Test(arguments: MemoryDAVServer.Fault.allCases)
    func `The first pass loses and doubles nothing, the next completes it`(fault: MemoryDAVServer.Fault) async throws {
        try await failing(fault, isFirst: true)
    }

    /// One status stands for all: what differs between them is tested with the first pass and the client.
    @Test(arguments: MemoryDAVServer.Fault.allCases.filter { $0 != .status503 })
    func `A pass with changes both ways loses and doubles nothing, either`(fault: MemoryDAVServer.Fault) async throws {
        try await failing(fault, isFirst: false)
    }

    @Test(arguments: [MemoryDAVServer.Fault.status500, .status503])
    func `A server that goes on failing ends the pass, with the reason`(fault: MemoryDAVServer.Fault) async throws {
        try await failing(fault, isFirst: fault == .status503, isLasting: true)
    }

    /// Fails at one request after the other, or at all from each one on.
    private func failing(_ fault: MemoryDAVServer.Fault, isFirst: Bool, isLasting: Bool = false) async throws {
        var number = 1
        while number < 60 {
            let book = SyncedBook()
            let server = try await changed(book, isFirst: isFirst)
            server.fail(at: number...(isLasting ? .max : number), with: fault)
            do {
                _ = try await Self.pass(book, server)
            } catch let error as CardSourceError {
                try expect(error, names: fault)
            }
            let requests = server.count
            server.fail(at: nil)
            _ = try await Self.pass(book, server)
            _ = try await Self.pass(book, server)
            try await expectWhole(book, server, isFirst: isFirst, "\(fault) at \(number)")
            if requests < number { return }
            number += 1
        }
        Issue.record("The pass does not end.")
    }

    private static func pass(_ book: SyncedBook, _ server: MemoryDAVServer) async throws -> SyncReport {
        try await book.sync(with: try server.source())
    }

    /// A server and a book of which both sides have something to tell.
    private func changed(_ book: SyncedBook, isFirst: Bool) async throws -> MemoryDAVServer {
        let server = MemoryDAVServer()
        for name in ["Ada", "Bob", "Cleo", "Dan"] {
            server.put(SyncedBook.person(name), as: "\(name.lowercased()).vcf")
        }
        server.put(GroupForm.apple.card("friends", "ada", "bob"), as: "0.vcf")
        try await book.add("Eva Stone")
        server.setMeanwhile { server in
            server.change("cleo.vcf") {
                $0.contains("ROLE:") ? $0 : $0.replacing("END:", with: "ROLE:changed\r\nEND:")
            }
        }
        guard !isFirst else { return server }
        _ = try await Self.pass(book, server)
        server.put(SyncedBook.person("Ada", "NOTE:there"), as: "ada.vcf")
        server.drop("bob.vcf")
        server.put(SyncedBook.person("Fay"), as: "fay.vcf")
        server.put(GroupForm.apple.card("friends", "ada", "bob", "cleo"), as: "0.vcf")
        try await book.change("Cleo Stone") { $0.nickname = "here" }
        try await book.remove("Dan Stone")
        try await book.add("Gus Stone")
        try await book.change("Eva Stone") { $0.categories = ["friends"] }
        return server
    }

    private func expectWhole(
        _ book: SyncedBook,
        _ server: MemoryDAVServer,
        isFirst: Bool,
        _ what: Comment
    ) async throws {
        let names = (isFirst ? ["Ada", "Bob", "Cleo", "Dan", "Eva"] : ["Ada", "Cleo", "Eva", "Fay", "Gus"])
            .map { "\($0) Stone" }
        #expect(try await book.names() == names, what)
        let cards = server.cards.values.sorted()
        let there = cards.compactMap { $0.split(separator: "\r\n").first { $0.hasPrefix("FN:") }?.dropFirst(3) }
        #expect(there.map(String.init).sorted() == names + ["friends"], what)
        let members = try await book.groups().filter { $0.value == ["friends"] }.keys.sorted()
        if isFirst {
            #expect(members == ["Ada Stone", "Bob Stone"], what)
        } else {
            #expect(members == ["Ada Stone", "Cleo Stone", "Eva Stone"], what)
            #expect(try await book.contact("Ada Stone").note == "there", what)
            #expect(server.cards["cleo.vcf"]?.contains("NICKNAME:here\r\n") == true, what)
        }
        let role = server.cards["cleo.vcf"]?.contains("ROLE:changed\r\n") == true
        #expect(try await book.contact("Cleo Stone").role == (role ? "changed" : nil), what)
        let group = try #require(server.cards["0.vcf"])
        #expect(group.contains("X-ODD;A=1:kept\r\n") && group.contains("uuid:bob\r\n"), what)
    }

    private func expect(_ error: CardSourceError, names fault: MemoryDAVServer.Fault) throws {
        let word =
            switch fault {
            case .status500: "500"
            case .status503: "503"
            case .lostRequest, .lostAnswer: "reset"
            case .cutAnswer: "ended early"
            case .lostToken, .changedMeanwhile: "never"
            }
        #expect(error.message.contains(word), "\(error.message)")
        #expect([.unavailable, .badAnswer].contains(error.code), "\(error.code): \(error.message)")
    }
}
