/// An exposure that is due: an element was visible enough for long enough.
@MainActor
struct Sighting {
    /// What was seen.
    let element: any Element

    /// What the app asked to know of it.
    let mark: ExposureMark

    /// By what it is counted.
    let key: ExposureKey

    /// The mark's number.
    let number: Int
}
