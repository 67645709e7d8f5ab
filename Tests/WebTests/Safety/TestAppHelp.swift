import Domain
import Services

extension TestApp {
    /// A moderator says that they are found and safe.
    func resolveHelp(_ id: ID) async throws {
        try await services.resolveHelp(id, as: "safe", words: "", staff(.moderator))
    }
}
