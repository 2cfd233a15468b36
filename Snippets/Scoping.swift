// Observers and clocks for a scope: parallel tests do not see each other's.

import Bloc
import BlocKit
import Synchronization

// snippet.show
final class DoneCounter: BlocObserver {
    let count = Mutex(0)

    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        count.withLock { $0 += 1 }
    }
}

let observer = DoneCounter()
let loading = withBlocObserver(observer) { LoadingBloc() }
loading.add(.shown)
loading.add(.hidden)
await loading.close()
print(observer.count.withLock { $0 })  // 2
// snippet.hide
