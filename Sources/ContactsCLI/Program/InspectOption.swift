import ArgumentParser
import BlocInspector
import LoopbackHTTP

/// The option `--inspect[=PORT]`: the parser has no option whose value may be left out.
enum InspectOption {
    /// The arguments with a port for an `--inspect` that has none; 0 is a free one.
    static func prepared(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { $0 == "--inspect" ? "--inspect=0" : $0 } + arguments[end...]
    }

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
