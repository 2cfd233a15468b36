import CCurl
import Primitives
import Synchronization

/// The thread on which libcurl runs all requests of a transport concurrently.
///
/// It starts with the first request and sleeps in `ccurl_multi_poll` while idle. Tasks never block on it: they add a
/// ``CurlCall``, suspend, and are resumed with its result.
final class CurlLoop: Sendable {
    private enum Phase {
        case notStarted
        case running
        /// Rejects calls, with the reason.
        case ended(HTTPTransportError)
    }

    /// The multi handle, which combines the transfers.
    ///
    /// Safe to share: only the thread uses it, except for `ccurl_multi_wakeup`, which libcurl allows on any thread, and
    /// which is called under the lock that the thread acquires before it frees the handle.
    private struct Multi: @unchecked Sendable {
        let library: CurlLibrary
        let handle: UnsafeMutableRawPointer
    }

    private struct State {
        var phase = Phase.notStarted
        var incoming: [CurlCall] = []
        /// Set from when the library is loaded until the thread ends.
        var multi: Multi?
        /// Finished by the thread just before it exits.
        var ending: AsyncStream<Never>.Continuation?
    }

    private static let closed = HTTPTransportError(.unreachable, "the connection to the network is closed")

    private let state = Mutex(State())
    private let libraries: [String]

    init(libraries: [String]) {
        self.libraries = libraries
    }

    /// Passes a call to the thread, which is started for the first one.
    func add(_ call: CurlCall) {
        let refusal: HTTPTransportError? = state.withLock { state in
            switch state.phase {
            case .ended(let reason): return reason
            case .running: break
            case .notStarted:
                // SIGPIPE matters most: a TLS library may raise it when a connection breaks.
                let code = DetachedThread.start("contacts-http", blocksSignals: true, run)
                guard code == 0 else {
                    return HTTPTransportError(.unreachable, "the system could not start a thread (error \(code))")
                }
                state.phase = .running
            }
            state.incoming.append(call)
            return nil
        }
        if let refusal { call.finish(.failure(refusal)) } else { wake() }
    }

    /// Makes the thread check its calls now.
    func wake() {
        state.withLock { state in
            if let multi = state.multi { ccurl_multi_wakeup(multi.library.functions, multi.handle) }
        }
    }

    /// Rejects new calls and makes the thread cancel running ones.
    func stop() {
        state.withLock { state in
            if case .ended = state.phase { return }
            state.phase = .ended(Self.closed)
        }
        wake()
    }

    /// Cancels all calls and waits up to half a second for the thread.
    func end() async {
        let (end, ending) = AsyncStream<Never>.makeStream()
        let isRunning = state.withLock { state in
            guard case .running = state.phase else { return false }
            state.ending = ending
            return true
        }
        stop()
        guard isRunning else { return }
        // An old libcurl blocks until the system's name lookup returns, however long that takes.
        let timer = Task {
            try await Task.sleep(for: .milliseconds(500))
            ending.finish()
        }
        for await _ in end {}
        timer.cancel()
    }

    // MARK: - On the thread

    private func run() {
        var reason = Self.closed
        do throws(HTTPTransportError) {
            try serve(with: CurlLibrary.load(libraries))
        } catch {
            reason = error
        }
        let (calls, ending) = state.withLock { state in
            if case .running = state.phase { state.phase = .ended(reason) }
            defer { state.incoming = [] }
            return (state.incoming, state.ending)
        }
        for call in calls { call.finish(.failure(reason)) }
        ending?.finish()
    }

    /// Runs transfers until the loop is stopped.
    private func serve(with library: CurlLibrary) throws(HTTPTransportError) {
        let functions = library.functions
        guard let handle = ccurl_multi_init(functions) else { throw CurlTransfer.noMemory }
        let multi = Multi(library: library, handle: handle)
        state.withLock { $0.multi = multi }
        var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
        func finish(_ transfer: CurlTransfer, _ result: Result<HTTPResponse, any Error>) {
            transfer.call.finish(result)
            ccurl_multi_remove(functions, handle, transfer.handle)
            transfers[transfer.handle] = nil
        }
        while let calls = takeCalls() {
            for call in calls where !call.isFinished {
                guard let transfer = CurlTransfer(call, library: library),
                    ccurl_multi_add(functions, handle, transfer.handle) == CURLM_OK
                else {
                    call.finish(.failure(CurlTransfer.noMemory))
                    continue
                }
                transfers[transfer.handle] = transfer
            }
            for transfer in transfers.values where transfer.call.isFinished {
                finish(transfer, .failure(CancellationError()))
            }
            _ = ccurl_multi_perform(functions, handle)
            var code = CURLE_OK
            while let ended = ccurl_multi_take_ended(functions, handle, &code) {
                if let transfer = transfers[ended] { finish(transfer, transfer.result(code)) }
            }
            let now = ContinuousClock.now
            for transfer in transfers.values {
                if let error = transfer.expired(at: now) { finish(transfer, .failure(error)) }
            }
            let deadline = transfers.values.map(\.deadline).min()
            _ = ccurl_multi_poll(functions, handle, Self.milliseconds(from: now, to: deadline))
        }
        for transfer in transfers.values { finish(transfer, .failure(Self.closed)) }
        // From here on, no other thread has the handle.
        state.withLock { $0.multi = nil }
        ccurl_multi_cleanup(functions, handle)
    }

    /// Returns the calls to start; `nil` if the loop is stopped.
    private func takeCalls() -> [CurlCall]? {
        state.withLock { state in
            if case .ended = state.phase { return nil }
            defer { state.incoming = [] }
            return state.incoming
        }
    }

    /// Returns the time to sleep: until the deadline, rounded up so that it has passed then, but at most an hour.
    private static func milliseconds(
        from now: ContinuousClock.Instant,
        to deadline: ContinuousClock.Instant?
    ) -> Int32 {
        guard let deadline else { return 3_600_000 }
        return Int32(min(max(0, (now.duration(to: deadline) / .milliseconds(1)).rounded(.up)), 3_600_000))
    }
}

/// A request for the loop, and the stream that delivers its result to the waiting task.
final class CurlCall: Sendable {
    let request: HTTPRequest
    let settings: CurlSettings
    /// Receives the body of a successful response; `nil` to keep it in the response.
    let receiver: BodyReceiver?
    /// The time when the task started to wait.
    let start = ContinuousClock.now
    private let answer: AsyncThrowingStream<HTTPResponse, any Error>.Continuation
    private let hasFinished = Atomic(false)

    init(
        _ request: HTTPRequest,
        settings: CurlSettings,
        receiver: BodyReceiver?,
        answer: AsyncThrowingStream<HTTPResponse, any Error>.Continuation
    ) {
        self.request = request
        self.settings = settings
        self.receiver = receiver
        self.answer = answer
    }

    /// Whether the task already has its result, so that the transfer can stop.
    var isFinished: Bool { hasFinished.load(ordering: .sequentiallyConsistent) }

    /// Resumes the task with the first result; later ones are ignored.
    func finish(_ result: Result<HTTPResponse, any Error>) {
        hasFinished.store(true, ordering: .sequentiallyConsistent)
        answer.yield(with: result)
        answer.finish()
    }
}

/// libcurl's functions, loaded for the first request.
struct CurlLibrary: Sendable {
    /// The file names of libcurl, in order of preference.
    static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"]

    /// The oldest version with everything that is used here, 7.80.
    private static let oldestVersion: UInt32 = 0x07_50_00

    /// Each library is loaded only once, because loading initializes it.
    private static let loaded = Mutex<[String: CurlLibrary]>([:])

    /// Safe to share: the C code never changes or frees the memory it points to.
    nonisolated(unsafe) let functions: OpaquePointer

    /// Loads the first library that exists; blocks while the system reads it.
    static func load(_ names: [String]) throws(HTTPTransportError) -> CurlLibrary {
        let library = loaded.withLock { loaded -> CurlLibrary? in
            for name in names {
                if let library = loaded[name] { return library }
                if let functions = ccurl_open(name), ccurl_version(functions) >= oldestVersion {
                    let library = CurlLibrary(functions: functions)
                    loaded[name] = library
                    return library
                }
            }
            return nil
        }
        if let library { return library }
        throw HTTPTransportError(
            .libraryMissing,
            "libcurl 7.80 or later could not be loaded; install the package libcurl4 (Debian, Ubuntu)"
        )
    }
}
