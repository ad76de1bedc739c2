#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorHooks
import UIKit

#if canImport(WebKit)
import WebKit
#endif

/// UIKit's documented classes, and what each is to the engine.
@MainActor
enum UIKitKinds {
    /// Classes with more to them than a plain view or responder; their order means nothing.
    private static let table: [(type: AnyClass, kind: ElementKind)] = {
        var table: [(type: AnyClass, kind: ElementKind)] = [
            (UIWindow.self, .window), (UILabel.self, .label), (UIImageView.self, .image),
            (UIButton.self, .button), (UISegmentedControl.self, .segmentedControl), (UIPageControl.self, .pageControl),
            (UITextField.self, .textInput), (UITextView.self, .textInput), (UISearchBar.self, .textInput),
        ]
        #if !os(tvOS)
        table += [(UISwitch.self, .toggle), (UIStepper.self, .stepper), (UISlider.self, .slider)]
        table += [(UIToolbar.self, .bar)]
        #endif
        #if canImport(WebKit)
        table += [(WKWebView.self, .web)]
        #endif
        return table + [
            (UIControl.self, .control), (UITableView.self, .table), (UICollectionView.self, .collection),
            (UIScrollView.self, .scroll), (UITableViewCell.self, .cell), (UICollectionViewCell.self, .cell),
            (UITabBar.self, .tabBar), (UINavigationBar.self, .bar),
            (UIViewController.self, .page), (UIApplication.self, .application),
        ]
    }()

    /// The plain classes that apps make objects of; what else is the toolkit's is its own affair.
    private static let plain: Set<ObjectIdentifier> = {
        var types: [AnyClass] = [
            UIView.self, UIStackView.self, UIVisualEffectView.self, UIProgressView.self, UIActivityIndicatorView.self,
            UIInputView.self, UIControl.self, UITableViewHeaderFooterView.self, UICollectionReusableView.self,
            UIViewController.self, UITableViewController.self, UICollectionViewController.self,
            UITapGestureRecognizer.self, UILongPressGestureRecognizer.self,
        ]
        #if !os(tvOS)
        types += [UIPickerView.self, UIDatePicker.self]
        #endif
        return Set(types.map { ObjectIdentifier($0) })
    }()

    private static let views: Set<ObjectIdentifier> = Set(Self.table.map { ObjectIdentifier($0.type) })

    /// What an object of a class is to the engine.
    static func kind(of type: AnyClass) -> ElementKind {
        var ancestor: AnyClass? = type
        // The nearest class of the table decides.
        while let current = ancestor {
            if let row = self.table.first(where: { $0.type == current }) {
                return row.kind == .control && self.takesText(type) ? .textInput : row.kind
            }
            if current == UIView.self { return self.takesText(type) ? .textInput : .view }
            ancestor = ClassInspection.superclass(of: current)
        }
        return .responder
    }

    /// Whether views of a class take what a person types, as UIKit's fields do and an app's own may.
    static func takesText(_ type: AnyClass) -> Bool {
        type is any UIKeyInput.Type || type is UISearchBar.Type
    }

    /// Whether apps make objects of this very class.
    static func isDocumented(_ type: AnyClass) -> Bool {
        let id = ObjectIdentifier(type)
        return self.plain.contains(id) || self.views.contains(id)
    }
}
#endif
