#if Logging
import Bloc
import BlocLogging
import Logging

/// The example of the article, which is compiled and never called: what a process installs is seen by all of its tests.
func logBlocs() -> BlocSubscription {
    // snippet.show
    let observer = LoggingObserver(logger: Logger(label: "app.blocs"), content: .events, level: .info)
    let token = BlocObservers.install(observer)
    // snippet.hide
    return token
}
#endif
