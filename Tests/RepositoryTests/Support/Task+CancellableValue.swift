// The value of a task that is cancelled when the waiting task is, so that a test that is stuck can end.

extension Task where Failure == Never {
    var cancellableValue: Success {
        get async {
            await withTaskCancellationHandler {
                await value
            } onCancel: {
                cancel()
            }
        }
    }
}
