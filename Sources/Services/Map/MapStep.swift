import Domain

/// What a node does about the map in its folder and the one in the database.
enum MapStep: Equatable {
    case none
    /// - Parameter unlessAfter: not if another version is the newest by then; nil whatever is.
    case store(LocalMap, unlessAfter: Int?)
    case fetch(StoredMap)

    /// - Parameter isImport: the one in the folder came there while the node watched. Of two imports the one that ends last counts, and
    ///   else the one that began last: a folder that was used before may have an old one.
    init(local: LocalMap?, stored: StoredMap?, isImport: Bool) {
        self =
            switch (local, stored) {
            case (nil, nil): .none
            case (let local?, nil): .store(local, unlessAfter: isImport ? nil : 0)
            case (nil, let stored?): .fetch(stored)
            case (let local?, let stored?):
                if local.digest == stored.digest {
                    .none
                } else if isImport {
                    .store(local, unlessAfter: nil)
                } else if local.madeAt > stored.madeAt {
                    .store(local, unlessAfter: stored.version)
                } else {
                    .fetch(stored)
                }
            }
    }
}
