import Foundation

/// Adds `count` events on each of some threads at once, thread n to bloc n of those given, in turns, and waits until all are
/// handled.
///
/// The threads are the system's own: a pool may give tasks one thread, one after the other.
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
    // Events are handled in the order of their arrival: the last one's end is the end of all.
    for bloc in blocs { _ = await bloc.add(.incremented).outcome }
}
