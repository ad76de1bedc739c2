#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// What a control says of itself (003).
@MainActor
enum ControlFacts {
    /// The state of a control at this moment.
    static func state(of control: UIControl) -> ControlState {
        var state = ControlState()
        state.bits = Int(control.state.rawValue)
        state.isEnabled = control.isEnabled
        state.isSelected = control.isSelected
        switch control {
        case let button as UIButton:
            state.title = button.currentTitle ?? button.currentAttributedTitle?.string ?? button.titleLabel?.text
        case let segments as UISegmentedControl:
            state.selectedIndex = segments.selectedSegmentIndex
            if 0..<segments.numberOfSegments ~= segments.selectedSegmentIndex {
                state.selectedTitle = segments.titleForSegment(at: segments.selectedSegmentIndex)
            }
        case let pages as UIPageControl:
            state.selectedIndex = pages.currentPage
        default:
            #if !os(tvOS)
            self.addValue(of: control, to: &state)
            #endif
        }
        return state
    }

    #if !os(tvOS)
    /// Adds what tvOS has no controls for.
    private static func addValue(of control: UIControl, to state: inout ControlState) {
        switch control {
        case let toggle as UISwitch:
            state.isOn = toggle.isOn
        case let stepper as UIStepper:
            state.value = stepper.value
            state.minimum = stepper.minimumValue
            state.maximum = stepper.maximumValue
        case let slider as UISlider:
            state.value = Double(slider.value)
            state.minimum = Double(slider.minimumValue)
            state.maximum = Double(slider.maximumValue)
        default: break
        }
    }
    #endif
}
#endif
