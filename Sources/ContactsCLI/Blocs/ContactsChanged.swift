/// Broadcast to all blocs after contacts came, went, or were put back, so that lists read again what is stored.
struct ContactsChanged: Sendable {}
