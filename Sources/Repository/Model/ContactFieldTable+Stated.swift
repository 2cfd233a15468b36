extension ContactField {
    /// The fields that show what kept lines of a card say; `lines` stores them, so it comes before them.
    static let stated = [
        values("dates", { $0.dates }, { $0.dates = $1 }, \.dates, "Date", rule: .date("date")),
        values(
            "relations",
            { $0.relations },
            { $0.relations = $1 },
            \.relations,
            "Related",
            aliases: ["related", "relation"],
            rule: .line("related person")
        ),
        values(
            "messengers",
            { $0.messengers },
            { $0.messengers = $1 },
            \.messengers,
            "Messenger",
            aliases: ["messenger", "impp", "im"]
        ),
        values(
            "profiles",
            { $0.profiles },
            { $0.profiles = $1 },
            \.profiles,
            "Profile",
            aliases: ["profile", "socialprofile"]
        ),
        ContactField(
            "kind",
            .text(Access({ $0.kind }, { $0.kind = $1 })),
            query: Query(form: .whole),
            output: Output(),
            input: Input("Kind", .text(\.kind), rule: .line("kind"))
        ),
        ContactField(
            "members",
            .texts(Access({ $0.members }, { $0.members = $1 })),
            query: Query(aliases: ["member"]),
            output: Output(aliases: ["member"]),
            input: Input("Member", .texts(\.members), rule: .line("member"))
        ),
    ]

    private static func values(
        _ name: String,
        _ get: @escaping @Sendable (Contact) -> [ContactValue],
        _ set: @escaping @Sendable (inout Contact, [ContactValue]) -> Void,
        _ edit: any WritableKeyPath<ContactEdit, [ContactValue]?> & Sendable,
        _ label: String,
        aliases: [String] = [],
        rule: Input.Rule? = nil
    ) -> ContactField {
        ContactField(
            name,
            .values(Access(get, set)),
            query: Query(aliases: aliases) { get($0).map(\.value) },
            output: Output(aliases: aliases),
            input: Input(label, .values(edit), rule: rule ?? .line(label.lowercased()))
        )
    }
}
