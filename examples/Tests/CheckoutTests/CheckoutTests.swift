import Testing

@testable import Checkout

struct 订单测试 {
  @Test func 分两次付清() throws {
    var (单, 要做的事) = 订单.start(应付金额: 500)
    #expect(单.state == .待付款 && 要做的事 == [])
    要做的事 = try 单.handle(.付款(金额: 200))
    #expect(单.state == .待付款 && 要做的事 == [.通知买家("还差 300 分")])
    要做的事 = try 单.handle(.付款(金额: 300))
    #expect(单.state == .待发货 && 要做的事 == [.通知仓库])
    _ = try 单.handle(.发货(运单号: "SF1024"))
    #expect(单.state == .待收货 && 单.运单号 == "SF1024")
    要做的事 = try 单.handle(.确认收货)
    #expect(单.state == .已完成 && 要做的事 == [.通知买家("交易完成")])
  }

  @Test func 取消时退款() throws {
    var 单 = 订单.start(应付金额: 500).machine
    _ = try 单.handle(.付款(金额: 200))
    #expect(try 单.handle(.取消) == [.退款(金额: 200)])
    #expect(单.state == .已取消)
  }

  @Test func 不付清就取消() throws {
    var 单 = 订单.start(应付金额: 500).machine
    #expect(try 单.handle(.超时) == [.通知买家("订单超时")])
    #expect(单.state == .已取消)
  }

  @Test func 发货以后不理会取消() throws {
    var 单 = 订单.start(应付金额: 100).machine
    _ = try 单.handle(.付款(金额: 100))
    _ = try 单.handle(.发货(运单号: "SF1"))
    #expect(try 单.handle(.取消).isEmpty)
    #expect(单.state == .待收货)
  }

  @Test func 没付款不能发货() {
    var 单 = 订单.start(应付金额: 100).machine
    let 错误 = #expect(throws: 订单.Rejection.self) { try 单.handle(.发货(运单号: "SF1")) }
    #expect(错误?.state == .待付款)
  }
}
