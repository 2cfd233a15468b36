#if canImport(Darwin)
import Darwin
#elseif canImport(Dispatch)
import Dispatch
#endif

/// Tells whether code runs where the main actor runs.
enum MainQueue {
    #if canImport(Darwin)
    static var isCurrent: Bool { pthread_main_np() != 0 }
    #elseif canImport(Dispatch)
    // The main thread is no answer here: once a program's asynchronous `main` has suspended, any thread may run the main
    // queue, which is what the main actor runs on.
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
    #else
    // Without threads everything runs there.
    static var isCurrent: Bool { true }
    #endif
}
