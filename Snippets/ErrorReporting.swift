// One place that turns errors into displayed errors and log entries.

import Bloc
import BlocKit

// snippet.show
struct Refused: Error {}

let errors = ErrorService(
    translate: { $0 is Refused ? ConnectivityError(details: "connection refused") : nil },
    log: { entry in print("\(entry.level): \(entry.details)") }
)
let banner = errors.observe { shown in print(shown.title) }
errors.report(Refused())  // warning: connection refused, then No connection
errors.report(CancellationError())  // nothing: a cancellation is no error
// snippet.hide

banner.cancel()
