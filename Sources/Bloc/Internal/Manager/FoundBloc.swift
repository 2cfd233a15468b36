/// What a look-up needs of an entry, side by side in the registry's table: each object less to touch makes it faster.
struct FoundBloc: Sendable {
    let bloc: any AnyObject & Sendable
    let type: ObjectIdentifier
}
