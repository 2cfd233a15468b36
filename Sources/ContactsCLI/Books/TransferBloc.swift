import Bloc
import Repository
import Services

/// Copies and moves contacts to another book, and then tells all other blocs.
typealias TransferBloc = RepositoryLoadBloc<TransferEvent, [TransferredContact]>

extension TransferBloc {
    static var key: BlocKey<TransferBloc> { BlocKey("transfer") }

    convenience init(service: any ContactTransferService, manager: BlocManager) {
        self.init(key: Self.key, policy: .sequential) { event, _ in
            switch event {
            case .requested(let ids, let book, let way):
                let contacts = try await service.transfer(ids, to: book.book, by: way)
                if way == .move { manager.broadcast(ContactsChanged()) }
                return contacts
            }
        }
    }
}

/// The events of the transfer bloc.
enum TransferEvent: Codable, Sendable {
    /// Contacts are to be copied or moved.
    case requested([ContactID], to: TransferTarget, by: TransferWay)
}

/// The book that contacts are copied or moved to: its name and its database.
struct TransferTarget: Codable, Equatable, Sendable {
    /// The name of the book.
    var name: String
    /// The path of its database.
    var databasePath: String

    /// The book, in which nothing is fetched meanwhile.
    var book: Book { Book(name: name, databasePath: databasePath, source: .none) }
}
