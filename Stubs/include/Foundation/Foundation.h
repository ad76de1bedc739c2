/* Declarations for the compiler's eyes only: as much as the guide's examples in Objective-C show. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef bool BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef double NSTimeInterval;
#define YES __objc_yes
#define NO __objc_no
#define nil ((id)0)
#define NS_ENUM(type, name) enum name : type name; enum name : type

#pragma clang assume_nonnull begin

@protocol NSObject
@end

@protocol NSCopying
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
+ (instancetype)new;
- (instancetype)init;
@end

@interface NSString : NSObject <NSCopying>
- (BOOL)hasPrefix:(NSString *)prefix;
- (BOOL)isEqualToString:(NSString *)other;
- (NSString *)stringByAppendingPathComponent:(NSString *)name;
@end

@interface NSConstantString : NSString
@end

@interface NSNumber : NSObject <NSCopying>
+ (NSNumber *)numberWithBool:(BOOL)value;
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithLong:(long)value;
+ (NSNumber *)numberWithInteger:(NSInteger)value;
+ (NSNumber *)numberWithDouble:(double)value;
@end

@interface NSDate : NSObject
@end

@interface NSData : NSObject
+ (nullable instancetype)dataWithContentsOfFile:(NSString *)path;
@end

@interface NSError : NSObject
@end

@interface NSURL : NSObject
+ (nullable instancetype)URLWithString:(NSString *)text;
@property(nullable, readonly, copy) NSString *path;
@end

typedef struct {
    unsigned long state;
    id __unsafe_unretained _Nullable *_Nullable itemsPtr;
    unsigned long *_Nullable mutationsPtr;
    unsigned long extra[5];
} NSFastEnumerationState;

@interface NSArray<Element> : NSObject
+ (instancetype)arrayWithObjects:(const id _Nonnull *_Nullable)objects count:(NSUInteger)count;
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained _Nullable *_Nonnull)objects
                                    count:(NSUInteger)count;
@end

@interface NSDictionary<Key, Value> : NSObject
+ (instancetype)dictionaryWithObjects:(const id _Nonnull *_Nullable)objects
                              forKeys:(const id<NSCopying> _Nonnull *_Nullable)keys
                                count:(NSUInteger)count;
@end

@interface NSFileManager : NSObject
@property(class, readonly, strong) NSFileManager *defaultManager;
- (nullable NSURL *)containerURLForSecurityApplicationGroupIdentifier:(NSString *)groupIdentifier;
@end

@interface NSUserDefaults : NSObject
- (nullable instancetype)initWithSuiteName:(nullable NSString *)name;
- (nullable NSString *)stringForKey:(NSString *)key;
@end

NSString *NSTemporaryDirectory(void);
void NSLog(NSString *format, ...) __attribute__((format(__NSString__, 1, 2)));

#pragma clang assume_nonnull end
