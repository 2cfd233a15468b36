import Repository
import RepositoryDoubles

/// A number of people, served in pages as a repository does.
struct PagedPeople: Sendable {
    let count: Int

    func page(of query: ContactQuery) -> ContactPage {
        let start = query.after.flatMap { Int($0.rawValue) } ?? 0
        let end = min(count, start + query.limit)
        return ContactPage(
            contacts: (start..<end).map(Contact.numbered),
            next: end < count ? PageCursor(rawValue: String(end)) : nil
        )
    }
}
