extension Task {
    /// The value of the task, which is cancelled when the waiting task is.
    ///
    /// So a test that would wait forever ends at its time limit.
    var cancellableValue: Success {
        get async throws(Failure) {
            let result = await withTaskCancellationHandler {
                await self.result
            } onCancel: {
                cancel()
            }
            return try result.get()
        }
    }
}
