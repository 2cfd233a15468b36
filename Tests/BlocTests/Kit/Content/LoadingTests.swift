import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct BaseBlocTests {
    struct Broken: Error {}

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

    @Test("G63 an error is reported once, and the handler goes on")
    func reports() async throws {
        let bloc = PageBloc(app: app)
        let log = Log<String>()
        let token = app.errors.observe { log.append($0.title) }
        #expect(await bloc.add({ throw Broken() }).outcome.isHandled)
        #expect(log.entries == ["Something went wrong"])
        #expect(!app.loading.state.isLoading)
        #expect(try await bloc.run { 7 } == 7)
        token.cancel()
        await bloc.close()
    }

    @Test("G63 cancellation passes through and is not reported")
    func cancellation() async {
        let log = Log<String>()
        let token = app.errors.observe { log.append($0.title) }
        await #expect(throws: CancellationError.self) {
            try await app.run { throw CancellationError() }
        }
        #expect(log.entries.isEmpty)
        #expect(!app.loading.state.isLoading)
        token.cancel()
    }
}

@Suite(.watched) struct LoadingBlocTests {
    @Test("G62 the sign is hidden once all overlapping operations ended, and hiding once too often hides no other")
    func counts() async {
        let loading = LoadingBloc()
        for event in [LoadingEvent.shown, .shown, .hidden] { loading.add(event) }
        #expect(loading.state.isLoading)
        loading.add(.hidden)
        #expect(!loading.state.isLoading)
        loading.add(.hidden)
        loading.add(.shown)
        #expect(loading.state == LoadingState(operations: 1))
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
