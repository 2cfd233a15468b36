#if Tracing
import Bloc
import BlocTracing
import Tracing

/// The example of the article, which is compiled and never called: what a process installs is seen by all of its tests.
func traceBlocs(_ tracer: any Tracer) -> BlocSubscription {
    // snippet.show
    let observer = TracingObserver(tracer: tracer)
    let token = BlocObservers.install(observer)
    // snippet.hide
    return token
}
#endif
