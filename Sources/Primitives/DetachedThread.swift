/// A thread of its own, for work that blocks in C libraries.
package enum DetachedThread {
    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            (self.name, self.body) = (name, body)
        }
    }

    /// Starts a thread with a name of at most 15 bytes; returns 0 or the system's error number.
    package static func start(
        _ name: String,
        blocksSignals: Bool = false,
        _ body: @escaping @Sendable () -> Void
    ) -> Int32 {
        // The new thread inherits the mask.
        var blocked = sigset_t()
        var before = sigset_t()
        if blocksSignals { sigfillset(&blocked) } else { sigemptyset(&blocked) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let work = Unmanaged.passRetained(Work(name, body))
        let code = pthread_create(&thread, &attributes, { DetachedThread.run($0) }, work.toOpaque())
        if code != 0 { work.release() }
        return code
    }

    /// Runs the work in a thread; only some systems declare its parameter as optional.
    private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        #if canImport(Darwin)
        pthread_setname_np(work.name)
        #elseif canImport(Glibc)
        // Swift's module of the C library doesn't declare this function; the type comes from its manual page.
        typealias SetName = @convention(c) (pthread_t, UnsafePointer<CChar>) -> Int32
        if let setName = dlsym(nil, "pthread_setname_np") {
            _ = unsafeBitCast(setName, to: SetName.self)(pthread_self(), work.name)
        }
        #endif
        work.body()
        return nil
    }
}
