/// The bot, with people and with groups.
extension Path {
    package static let telegramLinking = FixedAddress("/notices/telegram")
    package static let endTelegramLinking = FixedAddress("/notices/telegram/off")
    package static let telegramGroup = Address<String>("/trips/:slug/telegram")
    package static let endTelegramGroup = Address<String>("/trips/:slug/telegram/off")
    package static let telegramUpdates = FixedAddress("/t/telegram/updates")
}
