// 一张订单：先付一部分，再付清，发货，超过收货期限后自动完成。

/// 把要做的事打印出来。
struct 店铺: 订单.Actions {
  func 通知买家(_ 内容: String) { print("  通知买家：\(内容)") }
  func 通知仓库() { print("  通知仓库") }
  func 退款(金额: Int) { print("  退款 \(金额) 分") }
}

var shop = 店铺()
var order = 订单.start(应付金额: 500, performing: &shop)
print("下单：\(order.state)")

let events: [订单.Event] = [.付款(金额: 200), .发货(运单号: "SF1024"), .付款(金额: 300), .发货(运单号: "SF1024"), .取消, .超时]
for event in events {
  do {
    try order.handle(event, performing: &shop)
    print("\(event)：\(order.state)")
  } catch {
    print("\(error.event)：在 \(error.state) 时不能这样做")
  }
}
print("最后：\(order.state)")
