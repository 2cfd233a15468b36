import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct LoadBlocTests {
    enum Order: Equatable, Sendable {
        case apples(Int)
        case nothing
        case rotten
        case hidden
        case partly
    }

    struct Rotten: Error, Equatable {
        var loaded: Int?
    }

    typealias FruitBloc = LoadBloc<Order, Int, Rotten>

    private func makeBloc(keepsContent: Bool = true) -> FruitBloc {
        FruitBloc(
            name: "fruit",
            keepsContent: keepsContent,
            failure: { error, loaded in error is Rotten ? Rotten(loaded: loaded) : nil },
            load: { order, emit in
                switch order {
                case .apples(let count): return count
                case .nothing: return nil
                case .rotten: throw Rotten()
                case .hidden: throw BlocError(.droppedEvent, "not worth showing")
                case .partly:
                    emit.loading(1)
                    emit.loading(2)
                    throw Rotten()
                }
            }
        )
    }

    @Test func `an event loads content, nothing, or shows its failure`() async throws {
        let bloc = makeBloc()
        #expect(bloc.state == .loading())
        #expect(try await bloc.answer(to: .apples(3)).get() == 3)
        #expect(bloc.state == .hasData(3))
        #expect(try await bloc.answer(to: .nothing).get() == nil)
        #expect(bloc.state == .noData)
        await #expect(throws: Rotten(loaded: nil)) { try await bloc.answer(to: .rotten).get() }
        #expect(bloc.state == .error(Rotten()))
    }

    @Test(arguments: [true, false])
    func `old content stays visible during a load if the bloc keeps it`(keepsContent: Bool) async throws {
        let bloc = makeBloc(keepsContent: keepsContent)
        _ = try await bloc.answer(to: .apples(3))
        let seen = Log<FruitBloc.State>()
        let token = bloc.observe { seen.append($0) }
        _ = try await bloc.answer(to: .apples(4))
        token.cancel()
        #expect(seen.entries == [.loading(previous: keepsContent ? 3 : nil), .hasData(4)])
        await bloc.close()
    }

    @Test func `parts of the content are shown on the way, and given to the failure`() async throws {
        let bloc = makeBloc(keepsContent: false)
        let seen = Log<FruitBloc.State>()
        let token = bloc.observe { seen.append($0) }
        _ = try await bloc.answer(to: .partly)
        token.cancel()
        #expect(seen.entries == [.loading(previous: 1), .loading(previous: 2), .error(Rotten(loaded: 2))])
        await bloc.close()
    }

    @Test func `an error without a failure leaves what was shown before`() async throws {
        let bloc = makeBloc()
        _ = try await bloc.answer(to: .apples(3))
        #expect(try await bloc.answer(to: .hidden) == .hasData(3))
    }

    @Test func `a cancelled load is no failure`() async throws {
        let bloc = LoadBloc<Order, Int, Rotten>(
            failure: { _, _ in Rotten() },
            load: { _, _ in throw CancellationError() }
        )
        await #expect(throws: CancellationError.self) { try await bloc.answer(to: .apples(1)).get() }
        #expect(bloc.state.failure == nil)
    }

    @Test func `an error service describes the errors of a bloc that shows them`() async throws {
        let bloc = LoadBloc<Order, Int, DisplayedError>(errors: ErrorService()) { _, _ in throw ConnectivityError() }
        await #expect(throws: DisplayedError.self) { try await bloc.answer(to: .apples(1)).get() }
        #expect(bloc.state.failure?.title == "No connection")
    }
}
