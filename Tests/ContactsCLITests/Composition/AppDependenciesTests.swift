import Bloc
import BlocKit
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
