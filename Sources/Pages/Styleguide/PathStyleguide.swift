/// The parts that pages are made of.
extension Path {
    package static let styleguide = FixedAddress("/styleguide")
}
