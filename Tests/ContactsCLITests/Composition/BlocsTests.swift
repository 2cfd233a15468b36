import Bloc
import Repository
import Testing

@testable import ContactsCLI

struct BlocsTests {
    @Test func `G65 a bloc gets the services of the task that creates it`() {
        withTestDependencies {
            $0.blocManager = BlocManager()
            $0.contactListService = RecordingListService { call, _ in PagedPeople(count: 0).page(of: call.query) }
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
                        $0.blocManager = manager
                        $0.contactListService = RecordingListService { call, _ in
                            PagedPeople(count: 0).page(of: call.query)
                        }
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

    @Test func `G65 a service that a test did not set stops with an instruction`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            withTestDependencies {
                $0.blocManager = BlocManager()
            } _: {
                @Injected(\.blocs) var blocs
                _ = blocs.contact()
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("ContactService"))
    }
}
