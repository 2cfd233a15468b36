import Bloc
import BlocKit

/// Passes the errors of one bloc on to the error service.
struct ErrorReporter: BlocObserver {
    let errors: ErrorService

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        errors.report(error)
    }
}
