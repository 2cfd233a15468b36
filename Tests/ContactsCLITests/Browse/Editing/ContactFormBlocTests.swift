import Bloc
import BlocKit
import Repository
import Services
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct ContactFormBlocTests {
    @Test func `a form is loaded, typed into and checked`() async throws {
        try await PeopleStore.with(PeopleStore.people(3)) { store in
            let bloc = ContactFormBloc(
                "id-00001",
                service: RepositoryContactService(repository: store.repository)
            )
            let state = await bloc.state(after: .requested)
            #expect(state.form?.contact.id.rawValue == "id-00001")
            #expect(await bloc.state(after: .typed(.paste("Dr."))).form?.hasChanges == true)
            let submitted = await bloc.state(after: .submitted)
            #expect(submitted.isSound)
            let index = try #require(submitted.form?.rows.firstIndex { $0.label == "Birthday" })
            bloc.add(.focused(index))
            bloc.add(.typed(.paste("soon")))
            let unsound = await bloc.state(after: .submitted)
            #expect(!unsound.isSound)
            #expect(unsound.form?.focused.problem != nil)
            await bloc.close()
        }
    }

    @Test func `a new contact needs nothing loaded, and one that is none is a failure`() async throws {
        try await PeopleStore.with([]) { store in
            let service = RepositoryContactService(repository: store.repository)
            let new = ContactFormBloc(nil, service: service)
            #expect(await new.state(after: .requested).form?.hasChanges == false)
            await new.close()
            let none = ContactFormBloc("nothing", service: service)
            none.add(.requested)
            #expect(await none.reached { $0.content.failure != nil } != nil)
            await none.close()
        }
    }
}
