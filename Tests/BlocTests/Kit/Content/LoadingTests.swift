import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct BaseBlocTests {
    final class PageBloc: BaseBloc {
        typealias Event = @Sendable () async throws -> Int
        typealias State = Int
        let app: AppContext
        let runtime: BlocRuntime<PageBloc>

        init(app: AppContext) {
            self.app = app
            runtime = BlocRuntime(initialState: 0) { bloc in
                bloc.on { event, emit in
                    if let value = try await app.run({ try await event() }) { emit(value) }
                }
            }
        }
    }

    private let app = AppContext()

    @Test("G63 a call shows the loading sign while it runs")
    func showsLoading() async {
        let bloc = PageBloc(app: app)
        let app = app
        _ = await bloc.add { app.loading.state.operations }.outcome
        #expect(bloc.state == 1)
        #expect(!app.loading.state.isLoading)
        bloc.showAppLoading()
        #expect(app.loading.state.isLoading)
        bloc.hideAppLoading()
        #expect(!app.loading.state.isLoading)
        await bloc.close()
    }

    @Test("G63 an error is reported once and the handler goes on, but a cancellation is thrown and not reported")
    func reports() async throws {
        let bloc = PageBloc(app: app)
        let log = Log<String>()
        let token = app.errors.observe { log.append($0.title) }
        #expect(await bloc.add({ throw Broken() }).outcome.isHandled)
        await #expect(throws: CancellationError.self) { try await app.run { throw CancellationError() } }
        #expect(log.entries == ["Something went wrong"])
        #expect(!app.loading.state.isLoading)
        #expect(try await bloc.run { 7 } == 7)
        token.cancel()
        await bloc.close()
    }
}

@Suite(.watched) struct LoadingBlocTests {
    @Test("G62 G73 the sign is hidden once all overlapping operations ended, and hiding once too often hides no other")
    func counts() async {
        let loading = LoadingBloc()
        for event in [LoadingEvent.shown, .shown, .hidden] { loading.add(event) }
        #expect(loading.state.isLoading)
        loading.add(.hidden)
        #expect(!loading.state.isLoading)
        loading.add(.hidden)
        loading.add(.shown)
        #expect(loading.state == LoadingState(operations: 1))
        #expect(!loading.canUndo && !loading.undo(), "without a history")
    }
}

@Suite(.watched) struct ContentLoadStateTests {
    typealias Load = ContentLoadState<[Int], String>

    @Test("G60 content is what is there or was there before")
    func content() {
        #expect(Load.loading().content == nil)
        #expect(Load.loading(previous: [1]).content == [1])
        #expect(Load.hasData([2]).content == [2])
        #expect(Load.noData.content == nil)
        #expect(Load.error("no").content == nil)
        #expect(Load.error("no").failure == "no")
        #expect(Load.hasData([2]).failure == nil)
        #expect(Load.loading().isLoading && !Load.noData.isLoading)
        #expect(Load.hasData([2]).reloading == .loading(previous: [2]))
        #expect(Load.error("no").reloading == .loading())
    }

    @Test("G60 map changes content, also that which was there before, and leaves the rest")
    func map() {
        let double: ([Int]) -> [Int] = { $0.map { $0 * 2 } }
        #expect(Load.hasData([1]).map(double) == .hasData([2]))
        #expect(Load.loading(previous: [3]).map(double) == .loading(previous: [6]))
        #expect(Load.noData.map(double) == .noData)
        #expect(Load.error("no").map(double) == .error("no"))
    }
}

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
        #expect(try await bloc.answer(to: .hidden) == .hasData(3), "without a failure, what was shown before stays")
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
