import Domain

/// A page that is one form.
package struct FormPage: Page {
    package struct Hidden: Sendable {
        let name: String
        let value: String
    }
    package struct Fact: Sendable {
        let label: String
        let text: String
    }
    package struct OtherLink: Sendable {
        let label: String
        let link: Link
    }
    /// Fields that few need: folded away, unless one of them has something to say.
    package struct Fold: Sendable {
        let summary: String
        let isOpen: Bool
        private(set) var fields: [FormField]
        /// - Parameter isOpen: also where no field is wrong.
        package init(_ summary: String, isOpen: Bool, fields: [FormField]) {
            self.summary = Texts.said(text: summary)
            self.isOpen = isOpen || fields.contains(where: \.isInvalid)
            self.fields = fields
        }

        func focused(among all: [FormField]) -> Fold {
            var fold = self
            fold.fields = fields.map { $0.focused(among: all) }
            return fold
        }
    }
    /// For a form that waits in the browser where there is no line: `kind` is "new" where one does not replace another.
    package struct Kept: Sendable {
        let kind: String
        let label: String
        package init(_ kind: String, _ label: String) {
            self.kind = kind
            self.label = Texts.said(text: label)
        }
    }
    let layout: Layout
    let heading: String
    private(set) var intro: String?
    /// What is known already, above the fields.
    private(set) var facts: [Fact] = []
    var hasFacts: Bool { !facts.isEmpty }
    let action: Link
    let fields: [FormField]
    private(set) var folds: [Fold] = []
    private(set) var hidden: [Hidden] = []
    let submit: String
    private(set) var submitStyle: String = "primary"
    /// What is better than the button.
    private(set) var better: OtherLink?
    private(set) var others: [OtherLink] = []
    private(set) var mistakes: Mistakes
    private(set) var isNarrow: Bool = false
    private(set) var isWide: Bool = false
    /// Whether it is the way in, where nothing else of the program is seen; and whether the sign-in itself, with help.
    private(set) var isDoor: Bool = false
    private(set) var helpsIn: Bool = false
    /// How to set a new password by mail; nil where there is no mail.
    private(set) var forgotten: Link?
    /// Of two fields one is wrong, with its reason beneath it: a sum of that above them says it twice. Whatever else is said stays.
    var isPlain: Bool { helpsIn && mistakes.lines.count == 1 && !isSaidMore }
    private var isSaidMore: Bool = false
    private(set) var kept: Kept?
    /// What stands below the buttons.
    private(set) var footnote: String?

    package init(layout: Layout, heading: String, action: Link, fields: [FormField], submit: String) {
        self.layout = layout
        self.heading = Texts.said(text: heading)
        self.action = action
        self.fields = fields.map { $0.among(fields) }
        self.submit = Texts.said(text: submit)
        mistakes = Mistakes(fields)
    }

    package func render(into out: inout HTMLBuffer) { Template.commonForm(self, &out) }

    // MARK: what some forms have besides

    private func changed(_ change: (inout FormPage) -> Void) -> FormPage {
        var page = self
        change(&page)
        return page
    }

    /// What stands above the fields.
    package func with(intro: String?) -> FormPage { changed { $0.intro = intro.map(Texts.said(text:)) } }

    package func with(facts: [(String, String)]) -> FormPage {
        changed { $0.facts = facts.map { Fact(label: Texts.said(text: $0.0), text: $0.1) } }
    }

    /// What stands below the fields, folded.
    package func with(folds: [Fold]) -> FormPage {
        changed { page in
            let all = page.fields + folds.flatMap(\.fields)
            page.folds = folds.map { $0.focused(among: all) }
            page.mistakes = Mistakes(all)
        }
    }

    /// Values that are sent along and not shown, by name.
    package func with(hidden: [(String, String)]) -> FormPage {
        changed { $0.hidden = hidden.map { Hidden(name: $0.0, value: $0.1) } }
    }

    /// A way out besides the button, behind those that there are.
    package func with(other: (String, Link)?) -> FormPage {
        changed { page in other.map { page.others.append(OtherLink(label: Texts.said(text: $0.0), link: $0.1)) } }
    }

    /// What most should do instead: it stands first, and the button is a plain one.
    package func with(better: (String, Link)) -> FormPage {
        changed { ($0.better, $0.submitStyle) = (OtherLink(label: Texts.said(text: better.0), link: better.1), "") }
    }

    /// What is wrong with the whole; nil leaves what is said of the fields.
    package func with(problem: String?) -> FormPage {
        changed { form in
            form.mistakes = Mistakes(form.mistakes.lines, problem: problem ?? form.mistakes.problem)
            form.isSaidMore = problem != nil
        }
    }

    package func with(footnote: String?) -> FormPage { changed { $0.footnote = footnote.map(Texts.said(text:)) } }

    package func with(kept: Kept) -> FormPage { changed { $0.kept = kept } }

    /// For few and short fields.
    package var narrow: FormPage { changed { $0.isNarrow = true } }

    /// For many fields: in two columns where there is room, with a button that stays in view.
    package var wide: FormPage { changed { $0.isWide = true } }

    /// The way into the program: its name and a calm picture, and help for whoever has no password.
    /// - Parameter hasMail: whether a forgotten password can be set anew by mail.
    package func asDoor(helps: Bool = false, hasMail: Bool = false) -> FormPage {
        changed { ($0.isNarrow, $0.isDoor, $0.helpsIn, $0.forgotten) = (true, true, helps, hasMail ? Path.forgotten() : nil) }
    }

    /// Its button as that of what cannot simply be done again.
    package var asDanger: FormPage { changed { $0.submitStyle = "danger" } }
}
