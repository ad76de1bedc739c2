// An app imports one module: what `Spoor`'s own calls take and answer comes with it.
@_exported public import SpoorChannel
@_exported public import SpoorWire
