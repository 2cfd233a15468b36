import Foundation
import Testing

@testable import Repository

@Suite struct ContactColumnsTests {
    @Test func `contacts that are read in different Unicode normal forms are equal`() async throws {
        try await withDAO { dao async throws in
            var found: [Contact] = []
            for name in ["Zo\u{EB}", "Zoe\u{308}"] {
                _ = try await dao.store(.sample([.sample("a") { $0.name.last = name }]))
                found += try await dao.contacts(withIDs: [ContactID(rawValue: "uuid-a")])
            }
            #expect(found.count == 2 && Set(found).count == 1)
        }
    }
}
