import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct TicketTableTests {
    @Test("a value is found until it is removed, which returns it once")
    func storesAndRemoves() {
        var table = TicketTable<String>()
        #expect(table.isEmpty)
        #expect(table[1] == nil)
        #expect(table.remove(1) == nil)
        table[1] = "one"
        table[2] = "two"
        #expect(table[1] == "one")
        #expect(table.count == 2)
        table[2] = "second"
        #expect(table.count == 2)
        #expect(table[2] == "second")
        #expect(table.remove(1) == "one")
        #expect(table.remove(1) == nil)
        table[2] = nil
        #expect(table.isEmpty)
        #expect(table.tickets.isEmpty)
        #expect(table.values.isEmpty)
    }

    @Test("it agrees with a dictionary, whatever is stored and removed", arguments: 1...20 as ClosedRange<UInt64>)
    func agreesWithDictionary(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = TicketTable<UInt64>()
        var model: [UInt64: UInt64] = [:]
        // Few numbers, so that they are met again; some tables are crowded, and some numbers are far apart.
        let spread: UInt64 = 1 << (seed % 5 * 12)
        for step in 0..<2_000 as Range<UInt64> {
            let ticket = (1 + random.next() % (10 * seed)) &* spread
            switch random.next() % 5 {
            case 0, 1:
                table[ticket] = step
                model[ticket] = step
            case 2, 3:
                #expect(table.remove(ticket) == model.removeValue(forKey: ticket))
            default:
                #expect(table[ticket] == model[ticket])
            }
            #expect(table.count == model.count)
        }
        #expect(Set(table.tickets) == Set(model.keys))
        #expect(table.values.sorted() == model.values.sorted())
        for ticket in table.tickets { #expect(table.remove(ticket) == model[ticket]) }
        #expect(table.isEmpty)
    }

    @Test("after a crowd has left, its memory is given back")
    func givesBack() {
        var table = TicketTable<Int>()
        for ticket in 1...1_000 as ClosedRange<UInt64> { table[ticket] = 0 }
        #expect(table.count == 1_000)
        for ticket in 1...1_000 as ClosedRange<UInt64> { #expect(table.remove(ticket) == 0) }
        #expect(table.entries.isEmpty)
        table[1_001] = 1
        #expect(table[1_001] == 1)
    }

    @Test("an object is released when it is removed")
    func releases() {
        final class Witness {}
        var table = TicketTable<Witness>()
        weak var first: Witness?
        do {
            let witness = Witness()
            first = witness
            table[7] = witness
        }
        #expect(first != nil)
        table.remove(7)
        #expect(first == nil)
    }
}
