import Bloc
import BlocKit
import Repository
import Testing

@testable import ContactsCLI

@Suite struct AppDependenciesTests {
    private static func app(_ manager: BlocManager = BlocManager()) -> AppDependencies {
        AppDependencies {
            $0.manager = manager
            $0.contactList = RecordingListService { call, _ in PagedPeople(count: 0).page(of: call.query) }
        }
    }

    @Test func `G65 one member of the dependencies is overridden for a scope, and the others stay`() {
        let manager = BlocManager()
        let other = BlocManager()
        withTestDependencies {
            $0.app = Self.app(manager)
        } _: {
            let list = Dependencies.current.blocs.contactList()
            withDependencies {
                $0.app.manager = other
            } _: {
                #expect(Dependencies.current.blocs.contactList() !== list)
            }
            #expect(Dependencies.current.blocs.contactList() === list)
        }
        #expect(other.find(ContactListBloc.key) != nil)
    }

    @Test func `G65 a service that a test did not set stops with an instruction`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            withTestDependencies {
                $0.app = AppDependencies { $0.manager = BlocManager() }
            } _: {
                @Injected(\.blocs) var blocs
                _ = blocs.contact()
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("ContactService"))
    }
}

@Suite(.timeLimit(.minutes(20)))
struct BlocFollowingTests {
    struct Broken: Error {}

    enum Event: Equatable {
        case counted(to: Int)
        case failed
        case hung
    }

    final class CountBloc: Bloc {
        typealias Event = BlocFollowingTests.Event
        typealias State = Int
        let runtime: BlocRuntime<CountBloc>

        init() {
            runtime = BlocRuntime(initialState: 0) { bloc in
                bloc.on { event, emit in
                    switch event {
                    case .counted(let last):
                        for number in 1...last {
                            emit(number)
                            await Task.yield()
                        }
                    case .failed:
                        emit(7)
                        throw Broken()
                    case .hung:
                        emit(8)
                        try await emit.sleep(for: .seconds(1_000_000))
                    }
                }
            }
        }
    }

    @Test func `every state of the event is shown in order before its answer comes`() async throws {
        let bloc = CountBloc()
        var seen: [Int] = []
        #expect(try await bloc.answer(to: .counted(to: 100)) { seen.append($0) } == 100)
        #expect(seen == Array(1...100))
        await bloc.close()
    }

    @Test func `the states before an error are shown, and then it is thrown`() async {
        let bloc = CountBloc()
        var seen: [Int] = []
        await #expect(throws: Broken.self) { try await bloc.answer(to: .failed) { seen.append($0) } }
        #expect(seen == [7])
        await bloc.close()
    }

    @Test func `cancelling the task that follows cancels the event`() async throws {
        let bloc = CountBloc()
        let states = bloc.changes
        let following = Task { try await bloc.answer(to: .hung) { _ in } }
        for await _ in states { break }
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
        await bloc.close()
    }
}
