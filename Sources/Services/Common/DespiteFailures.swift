/// Does the work of each, also of those after one that fails; then throws the first failure.
/// - Throws: at once if the task is cancelled.
func eachDespiteFailures<Item: Sendable>(of items: [Item], _ work: (Item) async throws -> Void) async throws {
    var first: (any Error)?
    for item in items {
        do { try await work(item) } catch let error as CancellationError { throw error } catch { first = first ?? error }
    }
    if let first { throw first }
}
