import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct ErrorServiceTests {
    struct Foreign: Error, CustomStringConvertible {
        let description = "ada@example.org"
    }

    /// Is suppressed every second time, and counts how often it was asked.
    struct Moody: DisplayableError, SuppressibleError {
        let asked = Log<Bool>()
        var title: String { "Moody" }
        var message: String { "Now and then." }
        var recovery: String? { "Wait." }
        var isSuppressed: Bool {
            let isSuppressed = asked.entries.count.isMultiple(of: 2)
            asked.append(isSuppressed)
            return isSuppressed
        }
    }

    @Test("G64 an unknown error is shown without its own text, and logged by its type")
    func unknown() {
        let log = Log<String>()
        let shown = ErrorService(log: { log.append("\($0.level): \($0.details)") }).report(Foreign())
        #expect(
            shown
                == DisplayedError(
                    title: "Something went wrong",
                    message: "An unexpected error occurred.",
                    recovery: "Try again."
                )
        )
        #expect(log.entries == ["error: Foreign"])
        #expect(UnknownError(Foreign()).underlying is Foreign)
    }

    @Test("G64 one place turns other libraries' errors into known ones, logged also when suppressed")
    func translated() {
        let log = Log<String>()
        let service = ErrorService(
            translate: { $0 is Foreign ? ConnectivityError(details: "foreign") : nil },
            log: { log.append("\($0.level): \($0.details)") }
        )
        #expect(service.report(Foreign())?.title == "No connection")
        #expect(service.report(ConnectivityError())?.recovery == "Check the connection, then try again.")
        #expect(service.report(ConnectivityError(isSuppressed: true)) == nil)
        #expect(log.entries == ["warning: foreign"] + Array(repeating: "warning: no connection", count: 2))
    }

    @Test("G64 every suppressible error decides each time it is reported")
    func suppressible() {
        let service = ErrorService()
        let shown = Log<String>()
        let token = service.observe { shown.append($0.title) }
        let error = Moody()
        #expect(service.report(error) == nil)
        #expect(service.report(error)?.title == "Moody")
        #expect(service.report(error) == nil)
        #expect(error.asked.entries == [true, false, true])
        token.cancel()
        service.report(Foreign())
        #expect(shown.entries == ["Moody"], "a cancelled observer is not called")
    }
}
