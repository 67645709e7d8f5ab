import Domain

/// What the rules of the chat look for.
extension Path {
    package static let rules = Address<String>("/trips/:slug/moderation/rules")
    package static let removeRuleException = Address<String, ID>("/trips/:slug/moderation/exceptions/:id")
    package static let wordList = Address<String, String>("/trips/:slug/moderation/lists/:id")
}
