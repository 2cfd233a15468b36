#if Metrics
import Bloc
import BlocMetrics
import Metrics

/// The example of the article, which is compiled and never called: what a process installs is seen by all of its tests.
func measureBlocs(_ factory: any MetricsFactory) -> BlocSubscription {
    // snippet.show
    let observer = MetricsObserver(prefix: "app.bloc", factory: factory)
    let token = BlocObservers.install(observer)
    // snippet.hide
    return token
}
#endif
