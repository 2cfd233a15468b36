import Bloc
import BlocKit
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
}
