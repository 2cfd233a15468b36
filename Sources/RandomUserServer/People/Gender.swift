/// The two genders that the service knows.
enum Gender: String, Sendable {
    case male
    case female
}
