import Bloc
import BlocKit
import Repository
import Services

/// Finds duplicates, merges them, and then tells all other blocs.
typealias DuplicateBloc = RepositoryLoadBloc<DuplicateEvent, DuplicateContent>

extension DuplicateBloc {
    static var key: BlocKey<DuplicateBloc> { BlocKey("duplicates") }

    convenience init(service: any DuplicateService, manager: BlocManager) {
        self.init(key: Self.key, policy: .sequential) { event, emit in
            switch event {
            case .searched:
                // Groups that were found before stay in view until the new ones are there.
                let showsGroups = if case .found? = emit.state.content { true } else { false }
                return .found(
                    try await service.duplicates { read, total in
                        if !showsGroups { emit.loading(.searching(read: read, total: total)) }
                    }
                )
            case .previewed(let ids):
                let (old, merged) = try await service.preview(ids)
                return .preview(old: old, merged: merged)
            case .markedDifferent(let ids):
                try await service.mark(ids, areDifferent: true)
                return .found([])
            case .merged(let groups, let title):
                let contacts = try await service.merge(groups, title: title)
                manager.broadcast(ContactsChanged())
                return .merged(contacts)
            }
        }
    }
}

enum DuplicateEvent: Codable, Sendable {
    case searched
    case previewed([ContactID])
    /// The contacts are different people, to be remembered.
    case markedDifferent([ContactID])
    /// Each of these groups is to become its first contact; the title is that of the step of history.
    case merged([[ContactID]], title: String)
}

enum DuplicateContent: Equatable, Codable, Sendable {
    case searching(read: Int, total: Int)
    case found([DuplicateGroup])
    /// The first contact as it is, and as it would be.
    case preview(old: Contact, merged: Contact)
    case merged([Contact])
}
