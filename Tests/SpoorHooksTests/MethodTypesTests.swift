import Testing

@testable import SpoorHooks

/// Types of methods, as different runtimes and processors write them.
struct MethodTypesTests {
    @Test(
        "The same method, written differently, is the same",
        arguments: [
            ("v@:B", "v20@0:8B16"),
            ("v@:B", "v@:c"),
            ("v@:B", "v20@0:8C16"),
            ("B@::@@@", "c48@0:8:16@24@32@40"),
            ("@@:@q@?", "@40@0:8@16q24@?32"),
            ("@@:@q@?", "@40@0:8@\"NSString\"16l24@?<v@?@\"UIAlertAction\">32"),
            ("v@:@@", "Vv32@0:8@\"UITableView\"16r@24"),
            ("v@:^v", "v24@0:8^{CGRect={CGPoint=dd}{CGSize=dd}}16"),
            ("v@:#", "v24@0:8@16"),
            ("v@:^v", "v24@0:8*16"),
        ]
    )
    func same(_ one: String, _ other: String) throws {
        let types = try #require(MethodTypes(one))
        #expect(types == MethodTypes(other))
        #expect(types.isSupported)
    }

    @Test(
        "Methods that are called differently differ",
        arguments: [("v@:B", "v@:q"), ("v@:@", "v@:"), ("v@:@", "@@:@"), ("v@:@", "v@::"), ("v@:q", "v@:d")]
    )
    func different(_ one: String, _ other: String) throws {
        #expect(try #require(MethodTypes(one)) != #require(MethodTypes(other)))
    }

    @Test(
        "What does not travel in the registers for words cannot be hooked",
        arguments: [
            "v@:d", "f@:", "v@:{CGPoint=dd}", "{CGRect={CGPoint=dd}{CGSize=dd}}@:", "v@:@@@@@", "v@:(u=if)", "v@:[4i]",
        ]
    )
    func unsupported(_ encoding: String) throws {
        #expect(try !#require(MethodTypes(encoding)).isSupported)
    }

    @Test(
        "What is no method's types is read as none",
        arguments: ["", "v", "v@", "v:@", "v@@", "v@:{CGRect", "v@:^", "v@:$", "v@:{a[)}"]
    )
    func none(_ encoding: String) {
        #expect(MethodTypes(encoding) == nil)
    }
}
