import Bloc
import Foundation
import Observation
import TestWatch
import Testing

@Suite(.watched) struct StateTrackingTests {
    private let cubit = NumberCubit(0)
    private let log = Log<String>()

    /// Reads the state, and is called when it changes.
    private func track(_ source: some StateSource, _ onChange: @escaping @Sendable () -> Void) {
        withObservationTracking({ _ = source.state }, onChange: onChange)
    }

    @Test("G33 a tracked read is notified of its bloc's next publish, once, unlocked", arguments: [false, true])
    func tracking(isHooked: Bool) {
        let bloc = NumberBloc(0, isHooked: isHooked) { $0.emitEvents() }
        let read = withObservationTracking {
            bloc.state
        } onChange: {
            log.append("changed, \(bloc.state)")
        }
        #expect(read == 0)
        NumberCubit(0).emit(1)
        bloc.add(0)
        #expect(log.entries.isEmpty)
        bloc.add(1)
        bloc.add(2)
        #expect(log.entries == ["changed, 1"])
        for number in 3...100 {
            track(bloc) { log.append("\(number)") }
            bloc.add(number)
            // This change is not tracked.
            bloc.add(-number)
        }
        #expect(Array(log.entries.dropFirst()) == (3...100).map { "\($0)" }, "every later publish notifies")
    }

    @Test("G33 a state published during a notification is notified after it", arguments: [false, true])
    func publishingInNotification(byOtherThread: Bool) async {
        await onThread {
            track(cubit) {
                // Too late for the notification that is under way.
                track(cubit) { log.append("second") }
                if byOtherThread {
                    let isPublished = Signal()
                    Thread.detachNewThread {
                        cubit.emit(2)
                        isPublished.fire()
                    }
                    isPublished.block()
                } else {
                    cubit.emit(2)
                }
                log.append("first")
            }
            cubit.emit(1)
        }
        #expect(log.entries == ["first", "second"])
    }

    @Test("G33 a tracking closure is called at most once, however many writers race")
    func onceAmongWriters() async {
        for round in 0..<1_000 {
            let calls = Shared(0)
            track(cubit) { calls.change { $0 += 1 } }
            await race(4) { writer in cubit.emit(round * 10 + writer + 1) }
            if calls.value != 1 {
                Issue.record("The closure was called \(calls.value) times in round \(round).")
                break
            }
        }
    }

    @Test("G33 emit.state is not tracked")
    func untracked() {
        let log = Log<Int>()
        let read = Log<Int>()
        let bloc = NumberBloc(0) { bloc in
            bloc.on { event, emit in
                withObservationTracking {
                    read.append(emit.state)
                } onChange: {
                    log.append(event)
                }
                emit(event)
            }
        }
        bloc.add(1)
        bloc.add(2)
        #expect(read.entries == [0, 1])
        #expect(log.entries.isEmpty)
    }

    @MainActor
    @Test("G33 a bloc that was read on the main actor notifies once more from there, coalesced")
    func mainActor() async {
        // Leaves the main thread, which the main actor need not run on afterwards.
        await Task.detached {}.value
        track(cubit) { log.append("first") }
        cubit.emit(1)
        cubit.emit(2)
        cubit.emit(3)
        #expect(log.entries == ["first"])
        track(cubit) { log.append("second") }
        await queuedOnMain()
        #expect(log.entries == ["first", "second"])
        track(cubit) { log.append("third") }
        await queuedOnMain()
        #expect(log.entries == ["first", "second"])
        cubit.emit(4)
        #expect(log.entries == ["first", "second", "third"])
    }

    @MainActor
    @Test("G33 a bloc that was never read on the main actor does not notify from there")
    func elsewhere() async {
        // Another thread reads, while this blocks the main actor.
        onThreadWhileBlocking { _ = cubit.state }
        cubit.emit(1)
        onThreadWhileBlocking {
            track(cubit) { log.append("told") }
        }
        await queuedOnMain()
        #expect(log.entries.isEmpty)
        cubit.emit(2)
        #expect(log.entries == ["told"])
    }

    @Test("G33 a change during a registration surfaces at the latest with the next")
    func registeringBesideWriter() async {
        _ = cubit.state
        for round in 0..<1_000 {
            let isTold = Shared(false)
            await race(2) { number in
                if number == 0 { track(cubit) { isTold.value = true } } else { cubit.emit.update { $0 += 1 } }
            }
            cubit.emit.update { $0 += 1 }
            if !isTold.value {
                Issue.record("The reader was not notified in round \(round).")
                break
            }
        }
    }

    /// Waits until the main actor has run its queued work.
    private func queuedOnMain() async {
        await Task { @MainActor in }.value
    }
}
