import Bloc
import Repository
import Testing

@testable import ContactsCLI

struct BlocsTests {
    private static func app(_ manager: BlocManager = BlocManager()) -> AppDependencies {
        AppDependencies {
            $0.manager = manager
            $0.contactList = RecordingListService { call, _ in PagedPeople(count: 0).page(of: call.query) }
        }
    }

    @Test func `G65 a bloc gets the services of the task that creates it`() {
        withTestDependencies {
            $0.app = Self.app()
        } _: {
            @Injected(\.blocs) var blocs
            let bloc = blocs.contactList()
            #expect(blocs.contactList() === bloc)
        }
    }

    @Test func `G65 tests in parallel override without seeing each other`() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let manager = BlocManager()
                    await withTestDependencies {
                        $0.app = Self.app(manager)
                    } _: {
                        await Task.yield()
                        @Injected(\.blocs) var blocs
                        let bloc = blocs.contactList()
                        #expect(manager.find(ContactListBloc.key) === bloc)
                        #expect(manager.report().count == 1)
                    }
                }
            }
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
