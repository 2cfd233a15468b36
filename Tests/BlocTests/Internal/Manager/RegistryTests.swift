import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct RegistryTests {
    private let a = AnyBlocKey(name: "a")
    private let b = AnyBlocKey(name: "b")
    private let c = AnyBlocKey(name: "c")

    private func entry(
        _ name: String,
        bloc: NumberBloc = NumberBloc(0),
        parent: String? = nil,
        scope: [String]? = nil,
        broadcasts: [ObjectIdentifier] = []
    ) -> BlocEntry {
        BlocEntry(
            key: AnyBlocKey(name: name),
            bloc: bloc,
            parent: parent.map { AnyBlocKey(name: $0) },
            scope: scope.map { ScopePath($0) },
            broadcasts: broadcasts
        )
    }

    private func names(_ entries: [BlocEntry]) -> [String] { entries.map(\.key.name) }

    // MARK: Creating

    @Test("one creation of a key at a time")
    func creating() {
        var registry = Registry()
        #expect(registry.beginCreating(a, thread: 1, gate: Gate()) == true)
        #expect(registry.beginCreating(a, thread: 2, gate: Gate()) == false)
        #expect(registry.beginCreating(b, thread: 2, gate: Gate()) == true)
        registry.endCreating(a)
        #expect(registry.beginCreating(a, thread: 2, gate: Gate()) == true)
    }

    @Test("a key with a live bloc is not created, one with a closed bloc is")
    func creatingAgain() async {
        var registry = Registry()
        let bloc = NumberBloc(0)
        registry.add(BlocEntry(key: a, bloc: bloc, parent: nil, scope: nil, broadcasts: []))
        #expect(registry.beginCreating(a, thread: 1, gate: Gate()) == false)
        await bloc.close()
        #expect(registry.beginCreating(a, thread: 1, gate: Gate()) == true)
        #expect(registry.entries.isEmpty)
    }

    @Test("a thread that waits for a creation gets its gate")
    func waiting() {
        var registry = Registry()
        let gate = Gate()
        _ = registry.beginCreating(a, thread: 1, gate: gate)
        let answer = registry.beginWaiting(for: a, thread: 2)
        #expect(answer.gate === gate)
        #expect(answer.cycle == nil)
    }

    @Test("there is nothing to wait for when the creation is over")
    func waitingTooLate() {
        var registry = Registry()
        let answer = registry.beginWaiting(for: a, thread: 2)
        #expect(answer.gate == nil)
        #expect(answer.cycle == nil)
    }

    @Test("a thread that would wait for itself is a cycle of the keys it creates, outermost first")
    func cycleOnOneThread() {
        var registry = Registry()
        _ = registry.beginCreating(a, thread: 1, gate: Gate())
        _ = registry.beginCreating(b, thread: 1, gate: Gate())
        #expect(registry.beginWaiting(for: a, thread: 1).cycle == [a, b, a])
        #expect(registry.beginWaiting(for: b, thread: 1).cycle == [b, b])
    }

    @Test("threads that would wait for each other are a cycle")
    func cycleOverThreads() {
        var registry = Registry()
        _ = registry.beginCreating(a, thread: 1, gate: Gate())
        _ = registry.beginCreating(b, thread: 2, gate: Gate())
        _ = registry.beginCreating(c, thread: 3, gate: Gate())
        #expect(registry.beginWaiting(for: b, thread: 1).cycle == nil)
        #expect(registry.beginWaiting(for: c, thread: 2).cycle == nil)
        #expect(registry.beginWaiting(for: a, thread: 3).cycle == [a, b, c, a])
    }

    @Test("a thread that has finished waiting is in no cycle")
    func waited() {
        var registry = Registry()
        _ = registry.beginCreating(a, thread: 1, gate: Gate())
        _ = registry.beginCreating(b, thread: 2, gate: Gate())
        _ = registry.beginWaiting(for: b, thread: 1)
        registry.endWaiting(thread: 1)
        #expect(registry.beginWaiting(for: a, thread: 2).cycle == nil)
    }

    // MARK: Keeping

    @Test("an added entry is found, and removed once")
    func keeping() {
        var registry = Registry()
        let entry = entry("a", parent: "p", scope: ["s"])
        registry.add(entry)
        #expect(registry.entries[a] === entry)
        #expect(registry.remove(entry) === entry)
        #expect(registry.remove(entry) == nil)
        #expect(registry.entries.isEmpty)
        #expect(registry.removeTree(AnyBlocKey(name: "p")).isEmpty)
        #expect(registry.removeScope(ScopePath(["s"])).isEmpty)
    }

    @Test("removing an old bloc does not remove the newer one of its key")
    func successor() {
        var registry = Registry()
        let old = entry("a")
        let new = entry("a")
        registry.add(old)
        registry.remove(old)
        registry.add(new)
        #expect(registry.remove(old) == nil)
        #expect(registry.entries[a] === new)
    }

    @Test("receivers are the live blocs that registered for the message")
    func receivers() {
        var registry = Registry()
        let message = ObjectIdentifier(Int.self)
        let receiver = entry("a", broadcasts: [message])
        registry.add(receiver)
        registry.add(entry("b", broadcasts: [ObjectIdentifier(String.self)]))
        #expect(names(registry.receivers(of: message)) == ["a"])
        registry.remove(receiver)
        #expect(registry.receivers(of: message).isEmpty)
    }

    @Test("a closing cycle is found, however long")
    func closingCycle() {
        var registry = Registry()
        registry.add(entry("a", parent: "b"))
        registry.add(entry("b", parent: "c"))
        #expect(registry.closingCycle(c, parent: nil) == nil)
        #expect(registry.closingCycle(c, parent: AnyBlocKey(name: "d")) == nil)
        #expect(registry.closingCycle(c, parent: c) == [c, c])
        #expect(registry.closingCycle(c, parent: a) == [c, a, b, c])
    }

    @Test("an orphan is a bloc whose parent or scope is gone")
    func orphans() {
        var registry = Registry()
        let parent = entry("p")
        registry.add(parent)
        registry.add(entry("a", parent: "p"))
        registry.add(entry("b"))
        registry.add(entry("c", scope: ["s", "t"]))
        #expect(registry.orphans().isEmpty)
        registry.remove(parent)
        #expect(registry.orphans() == [a])
    }

    // MARK: Removing

    @Test("removing a tree returns dependants first, each once")
    func tree() {
        var registry = Registry()
        registry.add(entry("root"))
        registry.add(entry("a", parent: "root"))
        registry.add(entry("b", parent: "root"))
        registry.add(entry("aa", parent: "a"))
        registry.add(entry("other"))
        #expect(names(registry.removeTree(AnyBlocKey(name: "root"))) == ["aa", "a", "b", "root"])
        #expect(names(Array(registry.entries.values)) == ["other"])
    }

    @Test("the dependants of a key are removed with it even if the key has no bloc")
    func treeWithoutRoot() {
        var registry = Registry()
        registry.add(entry("a", parent: "root"))
        #expect(names(registry.removeTree(AnyBlocKey(name: "root"))) == ["a"])
    }

    @Test("a chain of 100,000 dependants is removed without a deep stack")
    func longChain() {
        var registry = Registry()
        let bloc = NumberBloc(0)
        registry.add(entry("0", bloc: bloc))
        for number in 1..<100_000 { registry.add(entry("\(number)", bloc: bloc, parent: "\(number - 1)")) }
        let removed = registry.removeTree(AnyBlocKey(name: "0"))
        #expect(removed.count == 100_000)
        #expect(removed.first?.key.name == "99999")
        #expect(removed.last?.key.name == "0")
    }

    @Test("removing a scope removes the scopes inside it, innermost first")
    func scopes() {
        var registry = Registry()
        registry.add(entry("outer", scope: ["s"]))
        registry.add(entry("inner", scope: ["s", "t"]))
        registry.add(entry("innermost", scope: ["s", "t", "u"]))
        registry.add(entry("other", scope: ["st"]))
        #expect(names(registry.removeScope(ScopePath(["s"])).flatMap { $0 }) == ["innermost", "inner", "outer"])
        #expect(names(Array(registry.entries.values)) == ["other"])
    }

    @Test("removing all returns dependants first")
    func all() {
        var registry = Registry()
        registry.add(entry("a"))
        registry.add(entry("z", parent: "a"))
        registry.add(entry("b"))
        #expect(names(registry.removeAll()) == ["z", "a", "b"])
        #expect(registry.entries.isEmpty)
    }
}
