// Loads content with a bloc, and injects services.

import Bloc
import BlocKit

struct Person: Equatable, Sendable {}
struct BirthdayRequest: Sendable {}
struct ServiceError: Error, Equatable {
    init(_ error: any Error) {}
}

struct Service {
    func birthdays(_ request: BirthdayRequest) async throws -> [Person] { [] }
}

let service = Service()
let request = BirthdayRequest()

// snippet.loading
enum BirthdayEvent { case requested(BirthdayRequest) }
typealias BirthdayBloc = LoadBloc<BirthdayEvent, [Person], ServiceError>

let bloc = BirthdayBloc(
    failure: { error, _ in ServiceError(error) },
    load: { event, _ in
        switch event {
        case .requested(let request): try await service.birthdays(request)
        }
    }
)
let birthdays = try await bloc.answer(to: .requested(request)).get()
// snippet.end
print(birthdays ?? [])

protocol ContactService: Sendable {
    func all() async throws -> [Person]
}

struct RepositoryContactService: ContactService {
    func all() async throws -> [Person] { [] }
}

// snippet.key
enum ContactServiceKey: DependencyKey {
    static var live: any ContactService { RepositoryContactService() }
}
extension Dependencies {
    var contactService: any ContactService {
        get { self[ContactServiceKey.self] }
        set { self[ContactServiceKey.self] = newValue }
    }
}
// snippet.end

extension ContactBloc {
    enum Event { case refreshed }
    enum State: Equatable {
        case loading
        case loaded([Person])
    }
}

// snippet.injected
final class ContactBloc: Bloc {
    private let contacts = injected(\.contactService)
    let runtime: BlocRuntime<ContactBloc>

    init() {
        runtime = BlocRuntime(initialState: .loading) { [contacts] bloc in
            bloc.on { event, emit in emit(.loaded(try await contacts.all())) }
        }
    }
}
// snippet.end
