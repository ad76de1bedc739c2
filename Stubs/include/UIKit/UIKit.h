/* Declarations for the compiler's eyes only: as much as the guide's examples in Objective-C show. */
#pragma once
#import <Foundation/Foundation.h>

@interface UIApplication : NSObject
@end

@interface UIView : NSObject
@end

@interface UIBarItem : NSObject
@end

@interface UIViewController : NSObject
@end
