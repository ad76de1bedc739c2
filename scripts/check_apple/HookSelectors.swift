// What each row of the hook tables is among Apple's declarations. The compiler writes the selectors, and
// `scripts/check-apple` compares them with the tables; each function bears the name of its row.
import UIKit
import UserNotifications
import WebKit

func sendAction() -> Selector { #selector(UIApplication.sendAction(_:to:from:for:)) }
func controlAction() -> Selector { #selector(UIControl.sendAction(_:)) }
func menuAction() -> Selector { #selector(UIAction.perform(withSender:target:)) }
func viewDidAppear() -> Selector { #selector(UIViewController.viewDidAppear(_:)) }
func viewDidDisappear() -> Selector { #selector(UIViewController.viewDidDisappear(_:)) }
func gestureInit() -> Selector { #selector(UIGestureRecognizer.init(target:action:)) }
func gestureAddTarget() -> Selector { #selector(UIGestureRecognizer.addTarget(_:action:)) }
func gestureRemoveTarget() -> Selector { #selector(UIGestureRecognizer.removeTarget(_:action:)) }
func alertAction() -> Selector { #selector(UIAlertAction.make(title:style:handler:)) }
func tabSelected() -> Selector { #selector(UITabBarController.tabBar(_:didSelect:)) }

func webLoadRequest() -> Selector { #selector(WKWebView.load(_:)) }
func webLoadText() -> Selector { #selector(WKWebView.loadHTMLString(_:baseURL:)) }
func webLoadFile() -> Selector { #selector(WKWebView.loadFileURL(_:allowingReadAccessTo:)) }
func webLoadData() -> Selector { #selector(WKWebView.load(_:mimeType:characterEncodingName:baseURL:)) }
func webLoadFileRequest() -> Selector { #selector(WKWebView.loadFileRequest(_:allowingReadAccessTo:)) }
func webLoadSimulated() -> Selector { #selector(WKWebView.loadSimulatedRequest(_:response:responseData:)) }
func webLoadSimulatedText() -> Selector { #selector(WKWebView.loadSimulatedRequest(_:responseHTML:)) }
func webRestore() -> Selector { #selector(setter: WKWebView.interactionState) }
func webAddHandler() -> Selector { #selector(WKUserContentController.add(_:name:)) }
func webRemoveHandler() -> Selector { #selector(WKUserContentController.removeScriptMessageHandler(forName:)) }
func webRemoveHandlers() -> Selector {
    #selector(
        WKUserContentController.removeAllScriptMessageHandlers as (WKUserContentController) -> @MainActor () -> Void
    )
}
func webAddHandlerInWorld() -> Selector { #selector(WKUserContentController.add(_:contentWorld:name:)) }
func webAddReplyHandler() -> Selector {
    #selector(WKUserContentController.addScriptMessageHandler(_:contentWorld:name:))
}
func webRemoveHandlerInWorld() -> Selector {
    #selector(WKUserContentController.removeScriptMessageHandler(forName:contentWorld:))
}
func webRemoveHandlersInWorld() -> Selector {
    #selector(WKUserContentController.removeAllScriptMessageHandlers(from:))
}
func webRemoveScripts() -> Selector { #selector(WKUserContentController.removeAllUserScripts) }

func tableView() -> Selector { #selector(UITableViewDelegate.tableView(_:didSelectRowAt:)) }
func tableViewSetter() -> Selector { #selector(setter: UITableView.delegate) }
func tableViewGetter() -> Selector { #selector(getter: UITableView.delegate) }
func collectionView() -> Selector { #selector(UICollectionViewDelegate.collectionView(_:didSelectItemAt:)) }
func collectionViewSetter() -> Selector { #selector(setter: UICollectionView.delegate) }
func collectionViewGetter() -> Selector { #selector(getter: UICollectionView.delegate) }
func tabBar() -> Selector { #selector(UITabBarDelegate.tabBar(_:didSelect:)) }
func tabBarSetter() -> Selector { #selector(setter: UITabBar.delegate) }
func tabBarGetter() -> Selector { #selector(getter: UITabBar.delegate) }
func tabController() -> Selector { #selector(UITabBarControllerDelegate.tabBarController(_:didSelect:)) }
func tabControllerSetter() -> Selector { #selector(setter: UITabBarController.delegate) }
func tabControllerGetter() -> Selector { #selector(getter: UITabBarController.delegate) }
func notificationCenter() -> Selector {
    #selector(UNUserNotificationCenterDelegate.userNotificationCenter(_:didReceive:withCompletionHandler:))
}
func notificationCenterSetter() -> Selector { #selector(setter: UNUserNotificationCenter.delegate) }
func notificationCenterGetter() -> Selector { #selector(getter: UNUserNotificationCenter.delegate) }
