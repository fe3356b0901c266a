import Testing

@testable import Checkout

struct 订单测试 {
  @Test func 分两次付清() throws {
    var (order, effects) = 订单.start(应付金额: 500)
    #expect(order.state == .待付款 && effects == [])
    effects = try order.handle(.付款(金额: 200))
    #expect(order.state == .待付款 && effects == [.通知买家("还差 300 分")])
    effects = try order.handle(.付款(金额: 300))
    #expect(order.state == .待发货 && effects == [.通知仓库])
    _ = try order.handle(.发货(运单号: "SF1024"))
    #expect(order.state == .待收货 && order.运单号 == "SF1024")
    effects = try order.handle(.确认收货)
    #expect(order.state == .已完成 && effects == [.通知买家("交易完成")])
  }

  @Test func 取消时退款() throws {
    var order = 订单.start(应付金额: 500).machine
    _ = try order.handle(.付款(金额: 200))
    #expect(try order.handle(.取消) == [.退款(金额: 200)])
    #expect(order.state == .已取消)
  }

  @Test func 不付清就取消() throws {
    var order = 订单.start(应付金额: 500).machine
    #expect(try order.handle(.超时) == [.通知买家("订单超时")])
    #expect(order.state == .已取消)
  }

  @Test func 发货以后不理会取消() throws {
    var order = 订单.start(应付金额: 100).machine
    _ = try order.handle(.付款(金额: 100))
    _ = try order.handle(.发货(运单号: "SF1"))
    #expect(try order.handle(.取消).isEmpty)
    #expect(order.state == .待收货)
  }

  @Test func 没付款不能发货() {
    var order = 订单.start(应付金额: 100).machine
    let error = #expect(throws: 订单.Rejection.self) { try order.handle(.发货(运单号: "SF1")) }
    #expect(error?.state == .待付款)
  }
}
