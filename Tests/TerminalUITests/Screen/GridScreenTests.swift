import Synchronization
import Testing

@testable import TerminalUI

struct GridScreenTests {
    @Test func `it keeps frames, copies and sizes`() async throws {
        let screen = GridScreen(size: Size(columns: 10, rows: 2))
        let events = Mutex<[InputEvent]>([])
        try screen.open { new in events.withLock { $0 += new } }
        screen.present(Frame(DrawnView { $0.text("one", at: .zero) }, size: screen.size), theme: .dark)
        #expect(screen.text == "one\n\n")
        screen.copy("copied")
        #expect(screen.copied == ["copied"])
        screen.send(.resize(Size(columns: 5, rows: 5)))
        #expect(screen.size == Size(columns: 5, rows: 5))
        screen.type("ab")
        let result = await screen.whileClosed { 7 }
        #expect(result == 7)
        await screen.close()
        screen.type("late")
        #expect(
            events.withLock { $0 } == [
                .resize(Size(columns: 5, rows: 5)), .key(.character("a")), .key(.character("b")), .resumed,
            ]
        )
    }
}
