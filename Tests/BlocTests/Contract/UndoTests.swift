import Bloc
import TestWatch
import Testing

@Suite(.watched) struct UndoTests {
    private func text(
        limit: Int = 100,
        log: Log<String> = Log(),
        where accepts: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> ProbeBloc<String, String, Never> {
        ProbeBloc("") { bloc in
            bloc.history(limit: limit, where: accepts)
            bloc.on { event, emit in emit(emit.state + event) }
            bloc.onTransition { log.append("\($0.current)|\($0.trigger.word)|\($0.next)") }
        }
    }

    @Test(
        "G73 the limit forgets the oldest change, and the filter skips states that it does not accept",
        arguments: [(0, "ab", [String]()), (-1, "ab", []), (2, "abc", ["ab", "a"]), (100, "a…b", ["a", ""])]
    )
    func kept(limit: Int, letters: String, states: [String]) {
        let bloc = text(limit: limit) { !$0.hasSuffix("…") }
        for letter in letters { bloc.add(String(letter)) }
        for state in states { #expect(bloc.undo() && bloc.state == state) }
        #expect(!bloc.canUndo && !bloc.undo())
        while bloc.redo() {}
        #expect(!bloc.canRedo)
        #expect(bloc.state == letters)
    }

    @Test("G73 undo and redo go through the states, as transitions of their own, until the bloc closes")
    func undoRedo() async {
        let (log, seen) = (Log<String>(), Log<String>())
        let bloc = text(log: log)
        let token = bloc.observe { seen.append($0) }
        #expect(!bloc.canUndo && !bloc.canRedo)
        #expect(!bloc.undo())
        bloc.add("a")
        bloc.add("b")
        #expect(bloc.undo() && bloc.state == "a")
        #expect(bloc.undo() && bloc.state == "")
        #expect(!bloc.undo())
        #expect(bloc.redo() && bloc.redo() && bloc.state == "ab")
        #expect(!bloc.redo())
        #expect(log.entries == ["|a #1|a", "a|b #2|ab", "ab|undo|a", "a|undo|", "|redo|a", "a|redo|ab"])
        #expect(seen.entries == ["a", "ab", "a", "", "a", "ab"])
        await bloc.close()
        #expect(!bloc.undo() && !bloc.redo())
        token.cancel()
    }

    @Test("G73 a new change clears what could be redone, and clear forgets everything")
    func clear() async {
        let bloc = text()
        bloc.add("a")
        bloc.undo()
        #expect(bloc.canRedo)
        bloc.add("x")
        #expect(!bloc.canRedo)
        #expect(bloc.undo() && bloc.state == "")
        bloc.add("y")
        bloc.clearHistory()
        #expect(!bloc.canUndo && !bloc.undo())
        #expect(bloc.state == "y")
    }
}
