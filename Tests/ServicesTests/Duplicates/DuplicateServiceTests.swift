import Foundation
import Repository
import RepositoryDoubles
import Services
import Synchronization
import Testing

@Suite struct RepositoryDuplicateServiceTests {
    @Test func `all contacts are read, and told page by page`() async throws {
        let repository = CachingContactRepository.temporary()
        let people = (0..<1_201).map { number in
            var contact = Contact(id: ContactID(rawValue: "c\(number)"))
            contact.name = PersonName(first: "Ada", last: "Nr \(max(number, 1))")
            contact.email = number < 2 ? "same@example.com" : "\(number)@example.com"
            return contact
        }
        _ = try await repository.apply(people.map(ContactChange.add), title: "add")
        let service = RepositoryDuplicateService(repository: repository)
        let told = Mutex<[[Int]]>([])
        let groups = try await service.duplicates { read, total in told.withLock { $0.append([read, total]) } }
        #expect(told.withLock { $0 } == [[1_000, 1_201], [1_201, 1_201]])
        #expect(groups.map { Set($0.contacts.map(\.id.rawValue)) } == [["c0", "c1"]])
    }
}
