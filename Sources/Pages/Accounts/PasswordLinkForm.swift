import Domain

/// Asks an admin who they are before they make a link to somebody's new password.
package enum PasswordLinkForm {
    package static func page(_ layout: Layout, _ account: Account, reader: Account, errors: [FieldError], problem: String?) -> FormPage {
        return FormPage(
            layout: layout, heading: "Link for a new password", action: Path.makePasswordLink(account.id),
            fields: [OwnerField.field("Your own password", of: reader, errors)].compactMap(\.self), submit: "Make the link"
        )
        .with(intro: Texts.said("Whoever opens the link chooses a new password for \(account.name) (\(account.email))."))
        .with(other: ("Back", Path.accounts()))
        .with(problem: problem)
        .narrow
    }
}
