import Repository

extension RepositoryError {
    /// The error as a bloc keeps it in its state; what is no error of the data layer is a defect.
    ///
    /// - Throws: `CancellationError` when the error says that the work was cancelled, which is no state to show.
    static func unlessCancelled(_ error: any Error) throws -> RepositoryError {
        if let error = error as? RepositoryError { return error }
        if error is CancellationError { throw CancellationError() }
        return RepositoryError(.internal, "Something unexpected went wrong (\(type(of: error))). Please report it.")
    }
}
