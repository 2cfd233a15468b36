import Testing

@testable import BookSync

@Suite struct `The mark of a state` {
    @Test func `The ledger keeps both parts, and takes what an earlier version kept`() {
        for mark in [
            ChangeMark(), ChangeMark(tag: "c"), ChangeMark(tag: "c", cheap: "1 2"), ChangeMark(cheap: ""),
            ChangeMark(tag: "a\nb", cheap: "1"),
        ] { #expect(ChangeMark(mark.text) == mark) }
        #expect(ChangeMark("\"old tag\"") == ChangeMark(tag: "\"old tag\""))
        #expect(ChangeMark().text == nil)
    }

    @Test func `One part that is the same is enough, and nothing known is no state`() {
        let mark = ChangeMark(tag: "c", cheap: "1")
        #expect(mark.isState(of: ChangeMark(tag: "c")) && mark.isState(of: ChangeMark(tag: "d", cheap: "1")))
        #expect(!ChangeMark().isState(of: ChangeMark()) && !ChangeMark(cheap: "").isState(of: ChangeMark(cheap: "")))
        #expect(mark.afterWriting == ChangeMark(cheap: "") && ChangeMark(tag: "c").afterWriting == ChangeMark())
        #expect(ChangeMark(cheap: "1").with(mark, isUnchanged: true) == mark)
        #expect(ChangeMark(cheap: "2").with(mark, isUnchanged: false) == ChangeMark(cheap: "2"))
    }
}
