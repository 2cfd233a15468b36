/// Where a list stopped, and everything that is needed to go on with it.
struct ListPosition: Codable, Equatable, Sendable {
    /// The order.
    var order: ListOrder
    /// Who is wanted.
    var choice: FilterChoice
    /// How many contacts were asked for; `nil` is everybody.
    var limit: Int?
    /// Where the next contact is; `nil` when all were listed.
    var next: String?
}
