import LoopbackHTTP
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct LoopbackListenerTests {
    @Test func `a free port is chosen, and is taken while the listener is open`() throws {
        let listener = try LoopbackListener(port: 0)
        #expect(listener.port > 0)
        #expect(throws: LoopbackServerError.cannotListen(port: listener.port, code: EADDRINUSE)) {
            try LoopbackListener(port: listener.port)
        }
        close(listener.descriptor)
        let second = try LoopbackListener(port: listener.port)
        #expect(second.port == listener.port)
        close(second.descriptor)
    }

    @Test(arguments: [-1, 65_536])
    func `a number that is no port is refused`(port: Int) {
        #expect(throws: LoopbackServerError.cannotListen(port: port, code: EINVAL)) {
            try LoopbackListener(port: port)
        }
    }

    @Test func `a listener neither blocks nor reaches child processes`() throws {
        let listener = try LoopbackListener(port: 0)
        defer { close(listener.descriptor) }
        #expect(fcntl(listener.descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(listener.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
}
