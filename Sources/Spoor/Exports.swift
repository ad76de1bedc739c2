// An app imports one module: what `Spoor`'s own calls take and answer comes with it. Of the engine of auto-tracking only
// what an app names does, since it has common words such as `Rectangle`, which is a view of SwiftUI's.
@_exported public import struct SpoorAutoTrack.AutoTrackConfiguration
@_exported public import class SpoorAutoTrack.AutoTracker
@_exported public import protocol SpoorAutoTrack.Element
@_exported public import enum SpoorAutoTrack.ElementKind
@_exported public import protocol SpoorAutoTrack.ExposureListener
@_exported public import struct SpoorAutoTrack.ExposureMark
@_exported public import class SpoorAutoTrack.NamedPage
@_exported public import protocol SpoorAutoTrack.PageElement
@_exported public import struct SpoorAutoTrack.PageRules
@_exported public import struct SpoorAutoTrack.PageTable
@_exported public import class SpoorAutoTrack.PropertyReaders
@_exported public import struct SpoorAutoTrack.TrackingOptions
@_exported public import SpoorChannel
@_exported public import SpoorWire
