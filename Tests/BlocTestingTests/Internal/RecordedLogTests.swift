import Bloc
import TestWatch
import Testing

@testable import BlocTesting

@Suite(.watched) struct RecordedLogTests {
    @Test("numbers go on when entries are forgotten")
    func numbers() {
        let (one, two) = (TallyBloc().core.id, TallyBloc().core.id)
        var log = RecordedLog()
        log.append(.create(one))
        log.append(.create(two))
        #expect(log.firstNumber(from: 0) { $0.bloc == two }?.number == 1)
        log.passed(0)
        #expect(log.cursor == 1)
        log.forget()
        #expect(log.end == 2)
        #expect(log.cursor == 2)
        #expect(log.firstNumber(from: 0) { _ in true } == nil)
        log.append(.create(one))
        #expect(log.firstNumber(from: 0) { _ in true }?.number == 2)
        #expect(log.firstNumber(from: 3) { _ in true } == nil)
        log.passed(0)
        #expect(log.cursor == 2)
    }
}
