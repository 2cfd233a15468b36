import Bloc
import Repository
import Testing

@testable import ContactsCLI

struct FlowCoordinatorTests {
    private static let ada = ContactID(rawValue: "ada")

    @Test func `looking around opens what was chosen`() {
        var flow = BrowseCoordinator()
        #expect(flow.follow(.contactChosen(Self.ada)) == .open(.contact("ada")))
        #expect(flow.follow(.editChosen(Self.ada)) == .open(.editContact("ada")))
        #expect(flow.follow(.newContactChosen) == .open(.newContact))
        #expect(flow.follow(.pageChosen(.history)) == .open(.history))
        #expect(flow.follow(.left()) == .back)
        #expect(flow.follow(.confirmed) == nil)
    }

    @Test func `a chooser ends with the first choice, or with none`() {
        var flow = PickCoordinator()
        #expect(flow.follow(.editChosen(Self.ada)) == nil)
        #expect(flow.follow(.pageChosen(.history)) == nil)
        #expect(flow.follow(.contactChosen(Self.ada)) == .finish(Self.ada))
        #expect(flow.follow(.left()) == .finish(nil))
    }

    @Test func `the flow's bloc shows the stage and sends each direction once`() async {
        let bloc = FlowBloc(EditCoordinator())
        bloc.add(.formSubmitted(hasChanges: true))
        #expect(bloc.state.stage == .difference)
        bloc.add(.confirmed)
        bloc.add(.confirmed)
        bloc.add(.workDone("ada"))
        var directions = bloc.effects.makeAsyncIterator()
        #expect(await directions.next() == .begin(.save))
        #expect(await directions.next() == .replace(.contact("ada")))
        await bloc.close()
        #expect(await directions.next() == nil)
    }
}
