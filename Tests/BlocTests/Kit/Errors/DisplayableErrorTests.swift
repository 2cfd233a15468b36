import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct DisplayableErrorTests {
    private struct Secret: Error, CustomStringConvertible {
        let description = "ada@example.org"
    }

    @Test("G64 an unknown error shows and logs nothing of the wrapped error but its type")
    func unknown() {
        let error = UnknownError(Secret())
        for text in [error.title, error.message, error.recovery ?? "", error.details] {
            #expect(!text.contains("ada@example.org"))
        }
        #expect(error.details == "Secret")
        #expect(error.level == .error)
        #expect(error.underlying is Secret)
    }

    @Test("G64 a connectivity error is a warning that its creator may suppress")
    func connectivity() {
        #expect(ConnectivityError() == ConnectivityError(details: "no connection", isSuppressed: false))
        #expect(ConnectivityError(isSuppressed: true).isSuppressed)
        #expect(ConnectivityError(details: "timed out").details == "timed out")
        #expect(ConnectivityError().level == .warning)
    }
}
