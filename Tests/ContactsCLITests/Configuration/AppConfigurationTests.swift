import Logging
import Testing

@testable import ContactsCLI

@Suite struct LogLevelLoggingTests {
    @Test(arguments: LogLevel.allCases)
    func `each level goes to swift-log and comes back`(level: LogLevel) {
        #expect(LogLevel(level.loggerLevel) == level)
    }

    @Test func `a notice of a library is information`() {
        #expect(LogLevel(Logger.Level.notice) == .info)
    }
}
