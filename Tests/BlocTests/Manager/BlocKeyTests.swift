import Bloc
import TestWatch
import Testing

@Suite(.watched) struct BlocKeyTests {
    @Test("G51 a key has a text, with an id for one of a kind")
    func texts() {
        #expect(BlocKey<NumberBloc>("list").name == "list")
        #expect(BlocKey<NumberBloc>("contact", id: 7).name == "contact/7")
        #expect("\(BlocKey<NumberBloc>("contact", id: "x"))" == "contact/x")
        #expect(BlocKey<NumberBloc>("list").erased == BlocKey<TextBloc>("list").erased)
        #expect("\(BlocKey<NumberBloc>("list").erased)" == "list")
    }

    @Test("G51 name and id are compared apart")
    func parts() {
        let keys: Set<AnyBlocKey> = [
            BlocKey<NumberBloc>("room", id: "a/7").erased, BlocKey<NumberBloc>("room/a", id: 7).erased,
            BlocKey<NumberBloc>("room/a/7").erased,
        ]
        #expect(keys.count == 3)
        let manager = BlocManager()
        let first = manager.bloc(for: BlocKey<NumberBloc>("room", id: "a/7")) { NumberBloc(1) }
        let second = manager.bloc(for: BlocKey<NumberBloc>("room/a", id: 7)) { NumberBloc(2) }
        #expect(first.state == 1 && second.state == 2)
        #expect(manager.find(BlocKey<NumberBloc>("room", id: "a/7")) === first)
        #expect(BlocKey<NumberBloc>("room", id: "a/7").id == "a/7" && BlocKey<NumberBloc>("room").id == nil)
    }

    @Test("G51 a key used with two types stops with a message that names both")
    func twoTypes() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let manager = BlocManager()
            _ = manager.bloc(for: BlocKey<NumberBloc>("list")) { NumberBloc(0) }
            _ = manager.find(BlocKey<NumberCubit>("list"))
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            message.contains(
                """
                Bloc: The key "list" belongs to a \(NumberBloc.self) but was used for a \(NumberCubit.self).

                Wrong:
                    BlocKey<\(NumberBloc.self)>("list")
                    BlocKey<\(NumberCubit.self)>("list")

                Right:
                """
            )
        )
    }

    @Test("G51 a key used with another type while its bloc is created stops with the same message")
    func twoTypesAtOnce() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let manager = BlocManager()
            let isCreating = Signal()
            async let other = onThread {
                isCreating.block()
                _ = manager.bloc(for: BlocKey<NumberCubit>("list")) { NumberCubit(0) }
            }
            _ = manager.bloc(for: BlocKey<NumberBloc>("list")) {
                isCreating.fire()
                return NumberBloc(0)
            }
            await other
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains(#"The key "list" belongs to a \#(NumberBloc.self) but was used for a"#))
    }
}
