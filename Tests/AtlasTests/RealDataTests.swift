import Foundation
import Testing

@testable import Atlas
