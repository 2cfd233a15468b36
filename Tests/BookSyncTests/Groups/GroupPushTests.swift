import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Testing

@Suite struct GroupPushTests {
    @Test(arguments: GroupForm.allCases)
    func `a group that is renamed here is renamed there`(form: GroupForm) async throws {
        try await GroupedBook.with(form) { book in
            try await book.change("Bob Stone") { $0.categories = ["friends"] }
            try await book.sync()
            for name in ["Ada Stone", "Bob Stone"] { try await book.change(name) { $0.categories = ["comrades"] } }
            book.source.forgetCalls()
            try await book.sync()
            #expect(book.source.written == ["friends.vcf"])
            let card = try #require(book.source.cards["friends.vcf"])
            #expect(card.contains("FN:comrades\r\n") && card.contains("N:comrades;;;;\r\n"))
            for uid in ["ada", "bob", "elsewhere"] { #expect(card.contains(form.member(uid) + "\r\n")) }
            try await book.expectQuiet()
        }
    }

    @Test func `changes of members on both sides are joined, also when the card changes under way`() async throws {
        try await GroupedBook.with(.apple) { book in
            book.source.put(GroupedBook.person("Eve"), as: "eve.vcf")
            try await book.sync()
            try await book.change("Bob Stone") { $0.categories = ["friends"] }
            try await book.change("Ada Stone") { $0.categories = [] }
            let meanwhile = GroupForm.apple.card("friends", "ada", "elsewhere", "eve")
            let source = book.source
            source.setFault { call, moment, _ in
                guard call == .update, moment == .before else { return }
                source.setFault(nil)
                source.put(meanwhile, as: "friends.vcf")
            }
            try await book.sync()
            #expect(
                try await book.groups() == ["Ada Stone": [], "Bob Stone": ["friends"], "Eve Stone": ["friends"]]
            )
            let card = try #require(book.source.cards["friends.vcf"])
            #expect(!card.contains("uuid:ada"))
            for uid in ["bob", "eve", "elsewhere"] { #expect(card.contains("uuid:\(uid)\r\n")) }
            try await book.expectQuiet()
        }
    }

    @Test func `a new person of a group is named by its card once, whatever was lost on the way`() async throws {
        try await GroupedBook.with(.standard) { book in
            try await book.add("Tim Stone") { $0.categories = ["friends"] }
            let source = book.source
            for call in [MemoryCardSource.Call.create, .update] {
                source.setFault { found, moment, _ in
                    guard found == call, moment == .after else { return }
                    source.setFault(nil)
                    throw CardSourceError(.unavailable, "The answer was lost.")
                }
                await #expect(throws: CardSourceError.self) { try await book.sync() }
            }
            try await book.sync()
            let tim = try await book.contact("Tim Stone")
            let card = try #require(book.source.cards["friends.vcf"])
            #expect(card.components(separatedBy: "MEMBER:urn:uuid:\(tim.id)\r\n").count == 2)
            #expect(!book.source.cards.values.contains { $0.contains("CATEGORIES") })
            try await book.expectQuiet()
        }
    }
}
