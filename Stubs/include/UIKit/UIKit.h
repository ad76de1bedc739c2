/* Declarations for the compiler's eyes only: as much as the guide's examples in Objective-C show. */
#pragma once
#import <Foundation/Foundation.h>

@interface UIApplication : NSObject
@end
