import Bloc
import Testing

@testable import Rooms

@Suite struct RoomBlocTests {
    @Test func `who is in a room can speak there`() async {
        let room = RoomBloc()
        _ = await room.add(.entered(name: "Ada")).outcome
        _ = await room.add(.said(name: "Ada", text: "hello")).outcome
        #expect(room.state.messages == ["Ada: hello"])
        #expect(room.state.phase == .talking)
        let outcome = await room.add(.said(name: "Grace", text: "hello")).outcome
        #expect("\(outcome)" == "failed(NotHere)")
        _ = await room.add(.left(name: "Ada")).outcome
        #expect(room.state.phase == .empty)
    }

    @Test func `turns lead to people and messages in every room`() {
        let manager = BlocManager()
        for number in 0..<5 { Main.open(number, in: manager) }
        for turn in 0..<350 { Main.talk(turn, 5, in: manager) }
        let rooms = (0..<5).compactMap { manager.find(RoomBloc.key($0)) }
        #expect(rooms.count == 5)
        #expect(rooms.allSatisfy { !$0.state.messages.isEmpty })
    }
}
