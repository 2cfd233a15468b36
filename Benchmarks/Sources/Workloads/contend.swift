import Foundation

/// Adds `count` events on each of several threads at once, and waits until all are handled.
///
/// Thread n adds to bloc n, modulo the number of blocs. The threads are system threads: a pool might run the tasks one after the
/// other on one thread.
package func contend(_ blocs: [CounterBloc], threads: Int, each count: Int) async {
    await withTaskGroup(of: Void.self) { group in
        for thread in 0..<threads {
            let bloc = blocs[thread % blocs.count]
            group.addTask {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        for _ in 0..<count { add(.incremented, to: bloc) }
                        continuation.resume()
                    }
                }
            }
        }
    }
    // Events are handled in the order of their arrival, so the end of the last one is the end of all.
    for bloc in blocs { _ = await bloc.add(.incremented).outcome }
}
