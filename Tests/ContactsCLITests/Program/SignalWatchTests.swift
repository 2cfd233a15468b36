import Foundation
import Testing

@testable import ContactsCLI

struct SignalWatchTests {
    @Test func `the first signal is remembered, and only it is the first`() {
        let record = SignalRecord()
        #expect(record.first == nil)
        #expect(record.add(SIGTERM))
        #expect(!record.add(SIGINT))
        #expect(record.first == SIGTERM)
    }

    @Test func `without a signal no status is set`() {
        #expect(SignalWatch {}.status == nil)
    }
}
