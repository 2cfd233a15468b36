import Bloc
import BlocKit
import BlocTesting
import Repository
import Synchronization
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct ListPositionCubitTests {
    private static let position = ListPosition(
        order: .birthday,
        choice: FilterChoice(terms: ["ada"], gender: "female"),
        limit: 20,
        next: "there"
    )

    /// The errors that were told, while `body` runs.
    private func told(_ body: (ErrorService) async throws -> Void) async throws -> [String] {
        let errors = ErrorService(translate: { ($0 as? HydrationError).map(PersistenceNotice.init) })
        let told = Mutex<[String]>([])
        let token = errors.observe { error in told.withLock { $0.append(error.message) } }
        try await body(errors)
        token.cancel()
        return told.withLock { $0 }
    }

    @Test func `G70 the next run knows where the last list stopped`() async throws {
        let storage = InMemoryHydrationStorage()
        let messages = try await told { errors in
            let cubit = ListPositionCubit(storage: storage, errors: errors)
            #expect(cubit.state == ListPositionState())
            cubit.stopped(at: Self.position)
            try await cubit.flush()
            await cubit.close()
            let next = ListPositionCubit(storage: storage, errors: errors)
            #expect(next.state.last == Self.position)
            await next.close()
        }
        #expect(messages.isEmpty)
    }

    @Test func `G71 a damaged state is moved aside and reported, and saved again`() async throws {
        let storage = InMemoryHydrationStorage(["list-position": HydratedData(version: 1, bytes: [0x7B])])
        let messages = try await told { errors in
            let cubit = ListPositionCubit(storage: storage, errors: errors)
            #expect(cubit.state.last == nil)
            cubit.stopped(at: Self.position)
            try await cubit.flush()
            await cubit.close()
        }
        #expect(messages == ["What was remembered of the last list is damaged."])
        #expect(storage.aside["list-position"]?.count == 1)
        #expect(storage.data["list-position"]?.version == 1)
    }

    @Test func `G72 a storage that cannot be written is told once`() async throws {
        let storage = InMemoryHydrationStorage()
        let messages = try await told { errors in
            let cubit = ListPositionCubit(storage: storage, errors: errors)
            storage.fail(true)
            cubit.stopped(at: Self.position)
            await #expect(throws: HydrationError.self) { try await cubit.flush() }
            await cubit.close()
        }
        #expect(!messages.isEmpty)
        #expect(Set(messages) == ["Where the list stopped is not remembered."])
    }
}
