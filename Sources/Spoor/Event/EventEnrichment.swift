import SpoorWire

/// What the app's own code adds to an event, or takes from it, at the moment of the call.
///
/// All of it runs on the caller's thread and outside every lock, so that it may track, flush, log in or wait for the main
/// thread (O-15).
extension Tracker {
    /// Adds what the moment of the call says: the app's state and session, dynamic properties and those of plug-ins; the
    /// hook has the last word.
    func enrich(_ draft: inout EventDraft, _ permit: CapturePermit) {
        let surroundings = permit.surroundings
        draft.liftAddress(report: self.warn)
        if surroundings.marksEvents || draft.mark != nil { self.mark(&draft) }
        guard !surroundings.callouts.isIdle else { return }
        let callouts = surroundings.callouts
        if draft.type.isTracked {
            self.addDynamic(callouts, to: &draft)
            self.addPlugins(callouts, to: &draft)
        }
        self.callHook(surroundings, with: &draft)
    }

    /// The same for a call that records while it changes state: asked before the state's lock is taken.
    ///
    /// Where nothing is captured nobody is asked; the call is refused later, where the lock is held.
    func enriched(_ draft: EventDraft) -> EventDraft {
        var draft = draft
        let capture = self.state.withLock { $0.capture(of: draft.recordClass) }
        if case .allowed(let permit) = capture { self.enrich(&draft, permit) }
        return self.timed(draft)
    }

    /// The draft with the time of the call, for calls that may be held until storage is open.
    func timed(_ draft: EventDraft) -> EventDraft {
        var draft = draft
        draft.milliseconds = draft.milliseconds ?? self.environment.scheduler.wallMilliseconds
        return draft
    }

    private func addDynamic(_ callouts: Callouts, to draft: inout EventDraft) {
        guard let provider = callouts.dynamic, let answer = callouts.guards.dynamic.run(provider) else { return }
        draft.dynamic = PropertyCheck.checked(
            answer,
            origin: "the dynamic properties",
            names: Naming.checkSharedProperty,
            report: { self.warn(callouts, $0) }
        )
    }

    private func addPlugins(_ callouts: Callouts, to draft: inout EventDraft) {
        guard !callouts.plugins.isEmpty else { return }
        let outline = draft.outline
        let answers = callouts.guards.plugins.run {
            callouts.plugins.compactMap { plugin in
                plugin.appliesTo(outline) ? (plugin: plugin, properties: plugin.properties(outline)) : nil
            }
        }
        for (plugin, properties) in answers ?? [] {
            let origin = "the plug-in '\(plugin.name)'"
            let names = Naming.checkSharedProperty
            let checked = PropertyCheck.checked(properties, origin: origin, names: names) { self.warn(callouts, $0) }
            switch plugin.priority {
            case .high: draft.above.mergeNames(checked, overriding: true)
            case .normal: draft.dynamic.mergeNames(checked, overriding: true)
            case .low: draft.below.mergeNames(checked, overriding: true)
            }
        }
    }

    private func callHook(_ surroundings: Surroundings, with draft: inout EventDraft) {
        let callouts = surroundings.callouts
        guard let hook = callouts.hook else { return }
        let isComplete = draft.type.isTracked && surroundings.isComplete
        let presets = isComplete ? self.presets(for: draft, surroundings) : nil
        let layers = draft.layers(surroundings: isComplete ? surroundings : nil, presets: presets)
        let shown = layers.merged
        var event = HookedEvent(
            type: draft.type,
            name: draft.name,
            properties: shown,
            isAutomatic: draft.outline.isAutomatic
        )
        // Nil: this event was recorded by the hook.
        guard let decision = callouts.guards.hook.run({ hook(&event) }) else { return }
        guard decision == .keep else {
            draft.isDropped = true
            return
        }
        self.rename(&draft, to: event.name, callouts)
        guard event.properties != shown else { return }
        let kept = HookCheck.checked(draft.type, changed: event.properties, shown: shown) { self.warn(callouts, $0) }
        draft.replaceProperties(by: kept, isComplete: isComplete, shown: isComplete ? surroundings : nil)
        // The hook sees this one event, as its call does.
        draft.liftAddress { self.warn(callouts, $0) }
    }

    private func rename(_ draft: inout EventDraft, to name: String, _ callouts: Callouts) {
        guard name != draft.name else { return }
        if draft.type != .track {
            self.warn(
                callouts,
                "The event hook cannot rename '\(draft.name)': only events of the type 'track' have a free name."
            )
        } else if let problem = Naming.check(name: name) {
            self.warn(callouts, "The event hook cannot rename '\(draft.name)': \(problem)")
        } else {
            draft.name = name
        }
    }

    /// Says what is wrong with what a callback answered: once, since it answers at each event, until one is changed.
    private func warn(_ callouts: Callouts, _ sentence: String) {
        if callouts.guards.said.withLock({ $0.isNew(sentence) }) { self.warn(sentence) }
    }
}

extension EventDraft {
    /// What plug-ins are told of the event.
    var outline: EventOutline {
        EventOutline(type: self.type, name: self.name, isAutomatic: self.method.name != LibraryMethod.code.name)
    }

    /// The layers of the event's properties.
    func layers(surroundings: Surroundings?, presets: Presets?) -> PropertyLayers {
        PropertyLayers(
            above: self.above,
            own: self.own,
            dynamic: self.dynamic,
            surroundings: surroundings,
            below: self.below,
            presets: presets?.form(of: self)
        )
    }

    /// Takes away what only a consent allows that is not given; what the event takes from its tracker is taken away by
    /// ``Surroundings/without(_:zone:)``.
    mutating func removeProperties(of category: ConsentCategory) {
        // What is to be unset is named, not told.
        guard self.type != .profileUnset,
            [self.above, self.own, self.dynamic, self.below].contains(where: \.hasDollarKey)
        else { return }
        for key in category.properties {
            self.above.removeValue(forKey: key)
            self.own.removeValue(forKey: key)
            self.dynamic.removeValue(forKey: key)
            self.below.removeValue(forKey: key)
        }
    }

    /// Takes what a hook left as the event's properties.
    ///
    /// - Parameters:
    ///   - properties: what the event carries.
    ///   - isComplete: whether super properties and presets are among them.
    ///   - shown: those that are.
    mutating func replaceProperties(by properties: Properties, isComplete: Bool, shown: Surroundings? = nil) {
        self.above = Properties()
        self.own = properties
        self.dynamic = Properties()
        self.below = Properties()
        self.isComplete = isComplete
        self.shown = shown
    }
}

extension PropertyLayers {
    /// All properties by their final values.
    var merged: Properties {
        var merged = self.above
        for layer in [self.own, self.dynamic] { merged.mergeNames(layer, overriding: false) }
        if let surroundings = self.surroundings { merged.mergeNames(surroundings.staticProperties, overriding: false) }
        merged.mergeNames(self.below, overriding: false)
        if let presets = self.presets { merged.mergeNames(presets.properties, overriding: false) }
        return merged
    }
}
