import Synchronization
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct InboxTests {
    private typealias Entry = EventRecord<NumberBloc>

    /// An inbox that can be copied, as expectations need it.
    private final class Shared: Sendable {
        let inbox = Inbox<NumberBloc>()
        var isOpen: Bool { inbox.isOpen }
        var hasRecords: Bool { inbox.hasRecords }

        func open() { inbox.open() }
        func add(_ entry: Entry) -> Bool { inbox.add(entry) }
        func shutIfEmpty() -> Bool { inbox.shutIfEmpty() }
        func take(andShut shuts: Bool = false) -> [Entry] {
            var chain = inbox.take(andShut: shuts)
            let count = chain.count
            var entries: [Entry] = []
            while let entry = chain.pop() { entries.append(entry) }
            #expect(entries.count == Int(count))
            return entries
        }
    }

    private static func entry(_ event: Int) -> Entry { Entry(event, in: NumberBloc(0).core) }

    private static func events(_ entries: [Entry]) -> [Int] { entries.compactMap(\.event) }

    @Test("a shut inbox takes nothing, and keeps nothing of what it refused")
    func shut() {
        let inbox = Shared()
        weak var refused: Entry?
        do {
            let entry = Self.entry(1)
            refused = entry
            #expect(!inbox.add(entry))
        }
        #expect(refused == nil)
        #expect(!inbox.isOpen)
        #expect(!inbox.hasRecords)
        #expect(inbox.take().isEmpty)
        #expect(inbox.shutIfEmpty())
    }

    @Test("entries are taken once, oldest first, and released")
    func taking() {
        let inbox = Shared()
        inbox.open()
        weak var first: Entry?
        do {
            let entries = (1...3).map(Self.entry)
            first = entries[0]
            for entry in entries { #expect(inbox.add(entry)) }
        }
        #expect(first != nil)
        #expect(inbox.hasRecords)
        #expect(!inbox.shutIfEmpty())
        #expect(Self.events(inbox.take()) == [1, 2, 3])
        #expect(first == nil)
        #expect(inbox.take().isEmpty)
        #expect(inbox.isOpen)
        #expect(inbox.shutIfEmpty())
        #expect(!inbox.add(Self.entry(4)))
    }

    @Test("shutting takes the rest, and opening twice keeps what waits")
    func shuttingForGood() {
        let inbox = Shared()
        inbox.open()
        #expect(inbox.add(Self.entry(1)))
        inbox.open()
        #expect(inbox.add(Self.entry(2)))
        #expect(Self.events(inbox.take(andShut: true)) == [1, 2])
        #expect(!inbox.isOpen)
        #expect(!inbox.add(Self.entry(3)))
    }

    // MARK: Every order of steps

    /// A thread that adds entries, one try at a time.
    private struct Adder {
        var entries: [Entry]
        var seen: UInt?
        var refused: [Int] = []

        /// Takes one step: looks at the word, or tries to exchange it.
        mutating func step(_ inbox: Shared) {
            guard var word = seen else {
                seen = inbox.inbox.word.load(ordering: .relaxed)
                return
            }
            let entry = entries[0]
            if word == 0 {
                if let event = entry.event { refused.append(event) }
            } else {
                let owned = Unmanaged.passRetained(entry)
                guard inbox.inbox.tryAdd(owned, behind: &word) else {
                    owned.release()
                    seen = word
                    return
                }
            }
            seen = nil
            entries.removeFirst()
        }
    }

    @Test("G02 under seeded schedules no entry is lost, none comes twice, and each thread's order is kept")
    func schedules() {
        let core = NumberBloc(0).core
        for seed in 0..<5_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let inbox = Shared()
            inbox.open()
            var adders = (0..<3).map { thread in
                Adder(entries: (0..<3).map { Entry(thread * 10 + $0, in: core) })
            }
            var taken: [Int] = []
            while true {
                let busy = adders.indices.filter { !adders[$0].entries.isEmpty }
                // The thread that drains takes a turn as often as each of the others.
                let choice = Int.random(in: 0...busy.count, using: &generator)
                if choice < busy.count {
                    adders[busy[choice]].step(inbox)
                } else {
                    taken += Self.events(inbox.take())
                    if Bool.random(using: &generator), inbox.shutIfEmpty() {
                        // As a thread that begins to drain does.
                        if busy.isEmpty { break }
                        inbox.open()
                    }
                }
            }
            let refused = adders.flatMap(\.refused)
            #expect((taken + refused).sorted() == [0, 1, 2, 10, 11, 12, 20, 21, 22], "seed \(seed)")
            for thread in 0..<3 {
                let own = taken.filter { $0 / 10 == thread }
                #expect(own == own.sorted(), "seed \(seed)")
            }
        }
    }
}
