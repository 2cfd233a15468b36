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
        guard case .handled = await bloc.add({ throw Broken() }).outcome else {
            Issue.record("the handler did not go on")
            return
        }
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
