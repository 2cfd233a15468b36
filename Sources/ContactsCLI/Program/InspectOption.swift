import ArgumentParser
import BlocInspector
import LoopbackHTTP

/// The option `--inspect[=PORT]`.
enum InspectOption {
    /// Starts an inspector, and turns the reasons why that fails into messages.
    static func starting(port: Int, _ start: () throws -> BlocInspector) throws -> BlocInspector {
        do {
            return try start()
        } catch let error as LoopbackServerError {
            if case .cannotListen = error {
                throw Failure(
                    .unavailable,
                    "The inspector cannot use port \(port): \(error). Give another one with --inspect=PORT."
                )
            }
            throw Failure(.unavailable, "The inspector does not start. \(error)")
        }
    }
}
