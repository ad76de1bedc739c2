/// What the toolkit tells of an app and its scenes, made into the few steps of an app's life cycle.
///
/// UIKit tells the same things twice, of the app and of its scenes, and not all of them in every kind of app. Here they
/// are parts of one whole: the app is in front while any part is. So it does not matter which of them a toolkit tells,
/// and a source can pass on everything it hears.
struct AppPresence: Sendable {
    /// What can be in front.
    enum Part: Hashable, Sendable {
        /// The app as a whole.
        case application
        /// One of its scenes, by its persistent name.
        case scene(String)
    }

    /// How the toolkit says the app is.
    enum Situation: Sendable {
        case active
        case inactive
        case background
        /// There is no application object yet.
        case unknown
    }

    /// What is heard from the toolkit.
    enum Input: Sendable {
        /// The source begins to listen.
        case attached(Situation, hasScenes: Bool, isPrewarmed: Bool)
        /// The toolkit finished launching.
        case launchFinished(Situation)
        /// The main loop took its next turn since the launch: what a person's launch brings along has been heard by now.
        case turnPassed(Situation)
        /// A scene comes to be; `isSeen` where the toolkit says already that a person sees it.
        case connected(Part, isSeen: Bool)
        case willEnterForeground(Part)
        case activated(Part)
        case willDeactivate(Part)
        case enteredBackground(Part)
        /// A scene is gone for good.
        case disconnected(Part)
        case willTerminate
    }

    /// What the tracker is told.
    enum Step: Equatable, Sendable {
        case launched(inBackground: Bool)
        case willEnterForeground
        case becameActive
        case willResignActive
        case enteredBackground
        case willTerminate
    }

    private var isLaunchTold = false
    private var hasScenes = false
    private var active: Set<Part> = []
    /// The parts a person may see, active or not.
    private var visible: Set<Part> = []

    /// Takes what was heard, and answers what to tell.
    mutating func handle(_ input: Input) -> [Step] {
        switch input {
        case .attached(let situation, let hasScenes, let isPrewarmed):
            self.hasScenes = hasScenes
            // The system warms the process up for later: nobody is there, whatever the state looks like.
            if isPrewarmed, situation != .active { return self.launch(inBackground: true) }
            return self.judge(situation)
        case .launchFinished(let situation):
            return self.judge(situation)
        case .turnPassed(let situation):
            return self.judge(situation) + self.launch(inBackground: true)
        case .connected(_, let isSeen):
            return isSeen ? self.launch(inBackground: false) : []
        case .willEnterForeground(let part):
            let wasHidden = self.visible.isEmpty
            self.visible.insert(part)
            return self.launch(inBackground: false) + (wasHidden ? [.willEnterForeground] : [])
        case .activated(let part):
            return self.launch(inBackground: false) + self.activate(part)
        case .willDeactivate(let part):
            return self.deactivate(part)
        case .enteredBackground(let part), .disconnected(let part):
            return self.hide(part)
        case .willTerminate:
            return [.willTerminate]
        }
    }

    /// What the state at a launch says of who launched the app.
    private mutating func judge(_ situation: Situation) -> [Step] {
        guard !self.isLaunchTold else { return [] }
        switch situation {
        case .active:
            self.visible.insert(.application)
            return self.launch(inBackground: false) + self.activate(.application)
        case .inactive:
            self.visible.insert(.application)
            return self.launch(inBackground: false)
        case .background where !self.hasScenes:
            return self.launch(inBackground: true)
        case .background, .unknown:
            // An app with scenes says "background" while a person opens it, too: its first scene or turn will tell.
            return []
        }
    }

    private mutating func launch(inBackground: Bool) -> [Step] {
        guard !self.isLaunchTold else { return [] }
        self.isLaunchTold = true
        return [.launched(inBackground: inBackground)]
    }

    private mutating func activate(_ part: Part) -> [Step] {
        let wasActive = !self.active.isEmpty
        self.active.insert(part)
        self.visible.insert(part)
        return wasActive ? [] : [.becameActive]
    }

    private mutating func deactivate(_ part: Part) -> [Step] {
        guard self.active.remove(part) != nil, self.active.isEmpty else { return [] }
        return [.willResignActive]
    }

    private mutating func hide(_ part: Part) -> [Step] {
        let resigned = self.deactivate(part)
        guard self.visible.remove(part) != nil, self.visible.isEmpty else { return resigned }
        return resigned + [.enteredBackground]
    }
}
