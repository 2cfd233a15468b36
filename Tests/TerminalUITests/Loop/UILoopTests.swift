import Bloc
import Synchronization
import TerminalUIDoubles
import TestWatch
import Testing

@testable import TerminalUI

/// Shows how many events it got, and the last of them.
@MainActor
private final class CountingInterface: UserInterface {
    var theme = Theme.dark
    var events: [InputEvent] = []
    var targets: [HitTarget?] = []
    var views = 0
    var spins = false
    var isBehind = false
    var hasUnicode: [Bool] = []
    /// Called with each batch of events, as what follows from them in blocs.
    var changed: () -> Void = {}

    func view(for size: Size) -> any TerminalView {
        views += 1
        let count = events.count
        let spins = spins
        return DrawnView { canvas in
            canvas.text("events: \(count)", at: .zero)
            canvas.target("first", in: Rect(x: 0, y: 0, columns: 5, rows: 1))
            if spins { canvas.draw(SpinnerView("spin"), in: Rect(x: 0, y: 1, columns: 5, rows: 1)) }
        }
    }

    func screenOpened(hasUnicode: Bool) { self.hasUnicode.append(hasUnicode) }

    func receive(_ received: [ReceivedEvent]) {
        events += received.map(\.event)
        targets += received.map(\.target)
        changed()
    }
}

@MainActor @Suite(.watched) struct UILoopTests {
    private let screen = GridScreen(size: Size(columns: 40, rows: 10))
    private let interface = CountingInterface()

    /// Runs a loop from its first frame to the end of the body, and returns its status.
    @discardableResult
    private func run(
        on screen: GridScreen? = nil,
        clock: BlocClock = .continuous,
        _ body: (UILoop) async throws -> Void
    ) async throws -> Int32 {
        let screen = screen ?? self.screen
        let loop = UILoop(screen: screen, interface: interface, clock: clock)
        async let status = loop.run()
        while screen.frames.isEmpty { await Task.yield() }
        try await body(loop)
        loop.stop()
        return try await status
    }

    /// Gives what was not to be drawn the time to be.
    private func pause() async { for _ in 0..<100 { await Task.yield() } }

    @Test func `all events of one moment make one frame, and a click has the part that was hit`() async throws {
        let status = try await run { loop in
            let click = Mouse(.click, at: Point(x: 2, y: 0))
            screen.send(.key("a"), .mouse(click), .mouse(Mouse(.wheelUp, at: Point(x: 9, y: 0))))
            while screen.frames.count < 2 { await Task.yield() }
            #expect(screen.text.hasPrefix("events: 3\n"))
            #expect(interface.targets == [nil, HitTarget(name: "first"), nil])
            loop.stop(status: 4)
        }
        #expect(status == 4 && screen.frames.count == 2 && !screen.isOpen)
    }

    @Test func `a key makes one frame, whatever it changes at once`() async throws {
        let status = try await run { loop in
            interface.changed = { for _ in 0..<3 { loop.invalidate() } }
            for count in 1...4 {
                screen.send(.key("a"))
                while screen.frames.count <= count { await Task.yield() }
                // What was announced while the key was handled is in its frame.
                await pause()
                #expect(screen.frames.count == count + 1)
            }
        }
        #expect(status == 0)
    }

    @Test func `nothing is drawn while input waits, but for a moment that is too long`() async throws {
        let clock = SetClock()
        try await run(clock: BlocClock(clock)) { loop in
            interface.isBehind = true
            for count in 1...50 {
                screen.send(.key("a"))
                while interface.events.count < count { await Task.yield() }
            }
            await pause()
            #expect(screen.frames.count == 1)
            clock.time.withLock { $0 = .seconds(1) }
            screen.send(.key("b"))
            while screen.frames.count < 2 { await Task.yield() }
            #expect(screen.text.hasPrefix("events: 51\n"))
            interface.isBehind = false
            loop.invalidate()
            while screen.frames.count < 3 { await Task.yield() }
        }
    }

    @Test func `nothing is drawn while nothing happens, and once for any number of changes`() async throws {
        try await run { loop in
            await pause()
            #expect(interface.views == 1)
            for _ in 0..<50 { loop.invalidate() }
            while interface.views < 2 { await Task.yield() }
            await pause()
            #expect(interface.views <= 3)
        }
    }

    @Test func `Ctrl-C and signals end it, Ctrl-Z suspends, Ctrl-L draws again`() async throws {
        let status = try await run { _ in
            screen.send(.key(.control("z")), .key(.control("l")), .key("x"))
            while interface.events.isEmpty { await Task.yield() }
            #expect(screen.suspensions == 1 && screen.refreshes >= 1)
            screen.send(.key(.control("c")), .key("y"))
            while screen.isOpen { await Task.yield() }
        }
        #expect(status == 130 && interface.events == [.key("x")])

        let second = GridScreen(size: Size(columns: 40, rows: 10))
        let end = try await run(on: second) { _ in
            second.send(.terminated(status: 143))
            while second.isOpen { await Task.yield() }
        }
        #expect(end == 143)
    }

    @Test func `a cancelled loop gives the terminal back`() async throws {
        let loop = UILoop(screen: screen, interface: interface)
        let running = Task { try await loop.run() }
        while screen.frames.isEmpty { await Task.yield() }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(!screen.isOpen)
    }

    @Test func `what a terminal lacks is reported once, before the first frame; a small size is shown`() async throws {
        let small = GridScreen(size: Size(columns: 19, rows: 5), hasUnicode: false)
        try await run(on: small) { _ in
            #expect(interface.hasUnicode == [false])
            #expect(small.text.hasPrefix("Too small: 20"))
            small.send(.resize(UILoop.leastSize))
            while interface.views == 0 { await Task.yield() }
        }
    }

    @Test func `what spins is drawn again, and what has stopped is not`() async throws {
        interface.spins = true
        try await run { loop in
            while screen.frames.count < 4 { await Task.yield() }
            interface.spins = false
            loop.invalidate()
            while screen.frames.last?.nextFrame != nil { await Task.yield() }
            await pause()
            let count = screen.frames.count
            await pause()
            #expect(screen.frames.count == count)
        }
    }
}

/// A clock that stands still until its time is set.
private final class SetClock: Clock {
    let time = Mutex(Swift.Duration.zero)
    private let start = ContinuousClock.now
    var now: ContinuousClock.Instant { start.advanced(by: time.withLock { $0 }) }
    let minimumResolution = Swift.Duration.zero
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Swift.Duration?) async throws {}
}

struct ElapsedTimesTests {
    @Test func `a pause of one frame begins the time again`() {
        var times = ElapsedTimes()
        times.beginFrame()
        #expect(times.elapsed("a", now: .seconds(5)) == .zero)
        times.beginFrame()
        #expect(times.elapsed("a", now: .seconds(7)) == .seconds(2))
        #expect(times.elapsed("b", now: .seconds(7)) == .zero)
        times.beginFrame()
        times.beginFrame()
        #expect(times.elapsed("a", now: .seconds(9)) == .zero)
    }
}
