/// One look at what is in sight: what is known, and how much of it may still be found out.
@MainActor
struct ExposurePass {
    /// What of the screen is known.
    let scene: VisibilityScene

    /// What became other since the last look.
    let change: SceneChange

    /// Now.
    let time: AutoTime

    /// Counts what was done.
    var search: CoverSearch

    /// After so many steps elements wait for the next look.
    let mostSteps: Int

    /// Whether no more can be found out in this look.
    var isSpent: Bool { self.search.steps >= self.mostSteps }

    /// Whether enough of an element can be seen.
    mutating func isSeen(_ index: Int, enough mark: ExposureMark) -> Bool {
        mark.isMet(by: self.scene.visibleRatio(at: index, enough: mark.leastVisible, &self.search))
    }

    /// Whether a cover that came, went or moved may lie over an element.
    mutating func mayBeCovered(_ index: Int) -> Bool {
        let node = self.scene.nodes[index]
        return self.change.mayCover(node.visible, behind: node.place.last, &self.search)
    }
}
