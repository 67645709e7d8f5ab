/// The icons of the product, drawn in `Templates/common/icons.mustache`. Each stands beside a word or has a label.
package enum Icon: String, CaseIterable, Sendable {
    case today, users, map, chat, more, calendar, shield, group, link, settings, search, phone, message, pin, check, x, plus
    case bell, alert, sos, print, download, upload, filter, sortUp = "sort-up", sortDown = "sort-down", edit, undo, copy, trash
    case share, camera, reply, smile, mute, flag, ruler, layers, locate, clock, right, down, bed, bus, user, info, poll, lock
    case eye, route, list, star, heart, home, bike, horn
}

extension Path {
    /// A drawing of the page's own set.
    package static func icon(_ icon: Icon) -> Link { anchor("i-" + icon.rawValue) }
}
