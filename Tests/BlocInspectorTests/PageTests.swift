import Bloc
import BlocInspector
import Foundation
import TestWatch
import Testing

@Suite(.watched) struct PageTests {
    /// Whether headless Chromium can be driven here.
    private static let hasBrowser = ["/usr/bin/chromedriver", "/usr/bin/chromium"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: hasBrowser)) func `the page does everything in headless Chromium`() async throws {
        try await withInspector(values: true) { inspector, _ async throws in
            let manager = BlocManager()
            let result = try await withBlocObserver(inspector.observer) {
                let child = BlocKey<ChildBloc>("child")
                let house = manager.scope("house")
                let one = BlocKey<RoomBloc>("room", id: 1)
                _ = house.bloc(for: one) { RoomBloc(child: child) }
                _ = house.bloc(for: child, closeWith: one.erased) { ChildBloc() }
                _ = house.bloc(for: BlocKey<RoomBloc>("room", id: 2)) { RoomBloc() }
                _ = manager.bloc(for: BlocKey<ChildBloc>("<img src=x onerror=alert(1)>")) { ChildBloc() }
                let ticker = manager.scope("garden").bloc(for: BlocKey<ChildBloc>("ticker")) { ChildBloc() }
                ticker.add(.raised(by: 1))
                return try await run("python3", [root + "/Tests/InspectorPage/page_test.py", inspector.url])
            }
            #expect(result.status == 0, "\(result.output)")
            #expect(result.output.split(separator: "\n").filter { $0.hasPrefix("ok ") }.count == 39)
        }
    }
}
