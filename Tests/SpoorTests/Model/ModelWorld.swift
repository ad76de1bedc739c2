import Foundation
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire

@testable import Spoor

/// A tracker, its device and its server in a random run, beside the reference model of the same run.
///
/// A kill is what it is on a phone: the process ends between two instructions and what it wrote stays. Here the folder
/// is copied as it is, the old tracker and its time are abandoned, and a new one starts on the copy.
final class ModelWorld {
    private let root: String
    private let isAsked: Bool
    private let collector = FakeCollector()
    private var scheduler: ManualScheduler
    private var tracker: Tracker
    private var model: ReferenceModel
    private var lives = 0
    private var number = 0
    private var answerDelay = Locked(Duration.zero)
    private(set) var complaints: [String] = []

    static let anonymousID = "visitor"

    /// Begins.
    ///
    /// - Parameter isAsked: whether the person has to be asked before anything is recorded.
    init(isAsked: Bool = false) {
        self.isAsked = isAsked
        self.root = NSTemporaryDirectory() + "spoor-model-" + UUID().uuidString
        self.scheduler = ManualScheduler()
        self.tracker = Self.start(self.root + "/0", isAsked, self.scheduler, self.collector, self.answerDelay)
        // The device's own ids are chance; they must be the same in every event, over all restarts.
        self.model = ReferenceModel(
            anonymousID: Self.anonymousID,
            device: self.tracker.identities.filter { $0.key != "$identity_anonymous_id" },
            isAsked: isAsked
        )
    }

    deinit {
        self.scheduler.forgetWork()
        try? FileManager.default.removeItem(atPath: self.root)
    }

    private static func start(
        _ folder: String,
        _ isAsked: Bool,
        _ scheduler: ManualScheduler,
        _ collector: FakeCollector,
        _ delay: Locked<Duration>
    ) -> Tracker {
        var configuration = TrackerConfiguration(endpoint: "http://collector.test/")
        configuration.folder = folder
        configuration.anonymousID = Self.anonymousID
        configuration.automaticEvents = .appStart
        configuration.consent = isAsked ? .pending : .granted
        configuration.journalSegmentBytes = 16 << 10
        configuration.log = { _ in }
        let random = Locked(SeededGenerator(seed: UInt64(folder.count)))
        let environment = TrackerEnvironment(
            scheduler: scheduler,
            transport: DelayedTransport(collector.transport(scheduler: scheduler), scheduler: scheduler, delay: delay),
            deviceFacts: FixedFacts(facts: DeviceFacts()),
            zone: FixedZone(seconds: 0),
            random: { random.withLock { $0.next() } }
        )
        return Tracker(configuration, environment: environment)
    }

    func perform(_ step: Step) async {
        switch step {
        case .track: self.track("seen")
        case .trackPoison: self.track(Self.poison)
        case .login, .logout, .identify, .resetVisitor, .bind, .unbind, .profileSet: self.performOnPerson(step)
        case .setSuper(let key, let value):
            self.tracker.registerSuperProperties(["s\(key)": value])
            self.model.setSuper("s\(key)", to: value)
        case .unsetSuper(let key):
            self.tracker.unregisterSuperProperty("s\(key)")
            self.model.setSuper("s\(key)", to: nil)
        case .optOut, .optIn, .consent, .collection: self.performOnConsent(step)
        case .observe, .link, .active, .background, .foreground: self.performOnApp(step)
        case .flush: await self.flush()
        case .wait(let seconds): self.scheduler.advance(by: .seconds(seconds))
        case .network(let network): self.set(network)
        case .clock(let hours): self.scheduler.jumpWallClock(byMilliseconds: Int64(hours) * 3_600_000)
        case .kill: self.kill()
        case .restart: await self.restart()
        }
    }

    /// The steps that change what may be recorded.
    private func performOnConsent(_ step: Step) {
        let held = self.arrived.count
        switch step {
        case .optOut:
            self.tracker.optOut()
            self.model.answer(Set(ReferenceModel.Kind.allCases), false, isSwitch: true, serverHolds: held)
        case .optIn:
            self.tracker.optIn()
            self.model.answer(Set(ReferenceModel.Kind.allCases), true, isSwitch: true, serverHolds: held)
        case .consent(let kinds, let isGiven):
            self.tracker.setConsent(Set(kinds.map(\.category)), granted: isGiven)
            self.model.answer(Set(kinds.map(\.model)), isGiven, isSwitch: false, serverHolds: held)
        case .collection(let isOn):
            self.tracker.state.withLock { $0.remote.isCollectionOff = !isOn }
            self.model.setCollection(isOn)
        default: break
        }
    }

    /// The steps of the app's life, and what the SDK sees by itself.
    private func performOnApp(_ step: Step) {
        let time = self.scheduler.wallMilliseconds
        switch step {
        case .observe(let kind):
            self.number += 1
            var draft = EventDraft(.track, name: "observed", own: ["n": self.number])
            draft.recordClass = kind.recordClass
            self.compare(self.tracker.record(draft), self.model.takes(kind.model), step)
            self.model.track("observed", kind.model, number: self.number, at: time)
        case .link(let campaign):
            guard let url = URL(string: "app://open?utm_campaign=c\(campaign)") else { return }
            self.compare(self.tracker.trackDeepLink(url), self.model.takes(.analytics), step)
            self.model.open(link: "c\(campaign)", at: time)
        case .active:
            self.tracker.didBecomeActive()
            self.model.enter(at: time)
        case .background:
            self.tracker.didEnterBackground(remaining: .seconds(25))
            self.model.leave()
        case .foreground: self.tracker.willEnterForeground()
        default: break
        }
    }

    /// The steps that change who is recorded, or say something about the person.
    private func performOnPerson(_ step: Step) {
        let time = self.scheduler.wallMilliseconds
        switch step {
        case .login(let user):
            let isExpected = self.model.login(Self.user(user), at: time)
            self.compare(self.tracker.login(Self.user(user)), isExpected, step)
        case .logout:
            self.tracker.logout()
            self.model.logout()
        case .identify(let visitor):
            self.tracker.identify(Self.visitor(visitor))
            self.model.identify(Self.visitor(visitor))
        case .resetVisitor(let visitor):
            self.tracker.resetAnonymousID(to: Self.visitor(visitor))
            self.model.resetVisitor(to: Self.visitor(visitor))
        case .bind(let key, let value):
            // Among the values is a person's id, which belongs to that person alone.
            let isExpected = self.model.bind("card_\(key)", Self.user(value), at: time)
            self.compare(self.tracker.bind("card_\(key)", Self.user(value)), isExpected, step)
        case .unbind(let key, let value):
            let isExpected = self.model.unbind("card_\(key)", Self.user(value), at: time)
            self.compare(self.tracker.unbind("card_\(key)", Self.user(value)), isExpected, step)
        case .profileSet(let value):
            self.compare(self.tracker.profileSet(["n": value]), self.model.takes(.analytics), step)
            self.model.profileSet(value, at: time)
        default: break
        }
    }

    private static func user(_ number: Int) -> String { "user-\(number)" }

    /// The last visitor's id is that of a user.
    private static func visitor(_ number: Int) -> String { number < 3 ? "visitor-\(number)" : Self.user(0) }

    private func compare(_ answer: TrackAnswer, _ isExpected: Bool, _ step: Step) {
        if answer.isTaken != isExpected { self.complaints.append("\(step) was answered \(answer)") }
    }

    /// An event whose batch the server refuses as a whole; whether it arrives in the end is not the model's matter.
    static let poison = "poison"

    private func track(_ name: String) {
        self.number += 1
        let time = self.scheduler.wallMilliseconds
        let answer = self.tracker.track(name, ["n": self.number])
        if answer.isTaken != self.model.takes(.analytics) {
            self.complaints.append("\(name) \(self.number) was answered \(answer)")
        }
        if name != Self.poison { self.model.track(name, number: self.number, at: time) }
    }

    private func set(_ network: Step.Network) {
        self.answerDelay.withLock { $0 = network == .slow ? .seconds(40) : .zero }
        switch network {
        case .up, .slow: self.collector.always(.refuseBatchWith(event: Self.poison))
        case .down: self.collector.always(.answer(.failure("no network")))
        case .busy: self.collector.always(.answer(.response(UploadResponse(status: 503))))
        case .storesThenCuts: self.collector.always(.storeThenCut)
        case .redirects: self.collector.always(.answer(.response(UploadResponse(status: 302))))
        case .portal: self.collector.always(.answer(.response(UploadResponse(status: 200))))
        case .smallBodies: self.collector.always(.takeAtMost(3))
        }
    }

    private func kill() {
        let from = "\(self.root)/\(self.lives)"
        self.lives += 1
        let target = "\(self.root)/\(self.lives)"
        do {
            try FileManager.default.copyItem(atPath: from, toPath: target)
        } catch {
            self.complaints.append("the folder could not be copied: \(error)")
        }
        self.begin(in: target)
        self.model.restart()
    }

    private func restart() async {
        await self.pumped { await self.tracker.stop() }
        self.begin(in: "\(self.root)/\(self.lives)")
        self.model.restart()
    }

    private func begin(in folder: String) {
        let now = self.scheduler.wallMilliseconds
        // What the old life still had to do would keep it alive.
        self.scheduler.forgetWork()
        self.scheduler = ManualScheduler(wallMilliseconds: now)
        self.tracker = Self.start(folder, self.isAsked, self.scheduler, self.collector, self.answerDelay)
    }

    private func flush() async {
        await self.pumped { _ = await self.tracker.flush() }
    }

    /// Runs a waiting call while virtual time passes.
    private func pumped(_ call: @escaping () async -> Void) async {
        let done = Locked(false)
        let box = SendableBox(call)
        let task = Task {
            await box.value()
            done.withLock { $0 = true }
        }
        await VirtualTime.pass(on: self.scheduler) { done.withLock { $0 } }
        guard done.withLock({ $0 }) else {
            self.complaints.append("a call that waits did not end within ten minutes of virtual time")
            return
        }
        await task.value
    }

    /// Lets everything arrive, and tells what differs from the model.
    func conclude() -> [String] {
        self.answerDelay.withLock { $0 = .zero }
        self.collector.always(.store)
        self.tracker.willEnterForeground()
        for _ in 0..<200 { self.scheduler.advance(by: .seconds(900)) }
        let arrived = self.arrived
        if arrived != self.model.expected {
            let index =
                Array(zip(arrived, self.model.expected)).firstIndex { $0 != $1 }
                ?? min(arrived.count, self.model.expected.count)
            let got = arrived.indices.contains(index) ? "\(arrived[index])" : "nothing"
            let want = self.model.expected.indices.contains(index) ? "\(self.model.expected[index])" : "nothing"
            self.complaints.append(
                "\(arrived.count) events arrived, \(self.model.expected.count) were due; at \(index) \(got), not \(want)"
            )
        }
        return self.complaints
    }

    /// What the server holds, poison aside.
    private var arrived: [ReferenceModel.Expected] {
        self.collector.events.map(Self.arrived).filter { $0.name != Self.poison }
    }

    private static func arrived(_ event: JSONValue) -> ReferenceModel.Expected {
        var supers: [String: Int] = [:]
        for key in ["s0", "s1", "s2"] { supers[key] = event["properties"]?[key]?.int64Value.map { Int($0) } }
        return ReferenceModel.Expected(
            name: event["event"]?.stringValue ?? event["type"]?.stringValue ?? "",
            number: event["properties"]?["n"]?.int64Value.map { Int($0) },
            time: event["time"]?.int64Value ?? -1,
            ids: Self.ids(event),
            supers: supers,
            campaign: event["properties"]?["$latest_utm_campaign"]?.stringValue,
            link: event["properties"]?["$utm_campaign"]?.stringValue
        )
    }

    private static func ids(_ event: JSONValue) -> ReferenceModel.IDs {
        let anonymous = event["anonymous_id"]?.stringValue ?? ""
        let entries = event["identities"]?.objectValue?.map { ($0.key, $0.value.stringValue ?? "") }
        let all = entries.map { Dictionary($0) { $1 } } ?? [:]
        return ReferenceModel.IDs(
            distinct: event["distinct_id"]?.stringValue ?? "",
            anonymous: anonymous,
            login: event["login_id"]?.stringValue ?? "",
            all: all
        )
    }
}

extension TrackAnswer {
    /// Whether the event is recorded, or waits for the person's answer.
    fileprivate var isTaken: Bool {
        if case .dropped = self { false } else { true }
    }
}

extension Step.Kind {
    fileprivate var category: ConsentCategory {
        switch self {
        case .analytics: .analytics
        case .autoTrack: .autoTrack
        case .monitoring: .monitoring
        }
    }

    fileprivate var model: ReferenceModel.Kind {
        switch self {
        case .analytics: .analytics
        case .autoTrack: .autoTrack
        case .monitoring: .monitoring
        }
    }

    fileprivate var recordClass: RecordClass {
        switch self {
        case .analytics: .tracked
        case .autoTrack: .automatic
        case .monitoring: .monitoring
        }
    }
}

/// Answers when the delay of the moment has passed.
private struct DelayedTransport: UploadTransport {
    let inner: ScriptedTransport
    let scheduler: ManualScheduler
    let delay: Locked<Duration>

    init(_ inner: ScriptedTransport, scheduler: ManualScheduler, delay: Locked<Duration>) {
        self.inner = inner
        self.scheduler = scheduler
        self.delay = delay
    }

    func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
        let delay = self.delay.withLock { $0 }
        guard delay > .zero else { return self.inner.send(request, completion: completion) }
        self.inner.send(request) { answer in
            _ = self.scheduler.schedule(after: delay) { completion(answer) }
        }
    }
}

private struct SendableBox: @unchecked Sendable {  // Used by one task at a time.
    let value: () async -> Void

    init(_ value: @escaping () async -> Void) {
        self.value = value
    }
}
