import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct LoadingBlocTests {
    @Test("G62 two overlapping operations hide the sign once both ended")
    func counts() async {
        let loading = LoadingBloc()
        loading.add(.shown)
        loading.add(.shown)
        loading.add(.hidden)
        #expect(loading.state.isLoading)
        loading.add(.hidden)
        #expect(!loading.state.isLoading)
        await loading.close()
    }

    @Test("G62 hiding once too often does not hide the sign of another operation")
    func clamps() async {
        let loading = LoadingBloc()
        loading.add(.hidden)
        loading.add(.shown)
        #expect(loading.state == LoadingState(operations: 1))
        await loading.close()
    }
}
