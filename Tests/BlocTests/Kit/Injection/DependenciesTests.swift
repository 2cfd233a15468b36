import Bloc
import BlocKit
import TestWatch
import Testing

enum GreetingKey: DependencyKey {
    static var live: String { "live" }
}

enum LimitKey: DependencyKey {
    static var live: Int { 10 }
}

extension Dependencies {
    var greeting: String {
        get { self[GreetingKey.self] }
        set { self[GreetingKey.self] = newValue }
    }
}

@Suite(.watched) struct DependenciesTests {
    struct Greeter {
        @Injected(\.greeting) var greeting
    }

    @Test("G65 an override holds in its scope, and for what was created there; else the live dependency does")
    func overridden() {
        let greeter = withDependencies({ $0.greeting = "hello" }, { Greeter() })
        #expect(greeter.greeting == "hello")
        #expect(Greeter().greeting == "live")
    }

    @Test("G65 scopes nest")
    func nested() {
        func inner() {
            #expect(Greeter().greeting == "outer")
            #expect(Dependencies.current[LimitKey.self] == 1)
        }
        func outer() {
            withDependencies({ $0[LimitKey.self] = 1 }, inner)
            #expect(Dependencies.current[LimitKey.self] == 10)
        }
        withDependencies({ $0.greeting = "outer" }, outer)
    }

    @Test("G65 parallel tasks override without seeing each other")
    func parallel() async {
        await race(200) { number in
            await withDependencies({ $0.greeting = "\(number)" }) {
                await Task.yield()
                #expect(Greeter().greeting == "\(number)")
            }
        }
    }

    private final class GreetingBloc: Bloc {
        typealias Event = String
        typealias State = String
        private let greeting = injected(\.greeting)
        let runtime: BlocRuntime<GreetingBloc>

        init() {
            runtime = BlocRuntime(initialState: greeting) { [greeting] bloc in
                bloc.on(where: { $0.isEmpty }) { _, emit in emit("") }
                bloc.on { name, emit async in emit("\(greeting), \(name)") }
            }
        }
    }

    @Test("G67 a constant of a bloc is injected when the bloc is created, and its handlers capture it")
    func blocConstant() async {
        let bloc = withTestDependencies({ $0.greeting = "hello" }, { GreetingBloc() })
        #expect(bloc.state == "hello")
        #expect(await bloc.add("Ada").word == "handled")
        #expect(bloc.state == "hello, Ada")
        #expect(GreetingBloc().state == "live")
        await bloc.close()
    }
}

@Suite struct ProvidedTests {
    struct Parts: Sendable {
        @Provided var name: String
        @Provided var count = 3
    }

    @Test func `a member has the value that was set, or its own`() {
        var parts = Parts()
        #expect(parts.count == 3)
        parts.name = "x"
        parts.count = 4
        #expect(parts.name == "x")
        #expect(parts.count == 4)
    }
}
