// 一张订单：先付一部分，再付清，发货，超过收货期限后自动完成。

/// 把要做的事打印出来。
struct 店铺: 订单.Actions {
  func 通知买家(_ 内容: String) { print("  通知买家：\(内容)") }
  func 通知仓库() { print("  通知仓库") }
  func 退款(金额: Int) { print("  退款 \(金额) 分") }
}

var 本店 = 店铺()
var 新订单 = 订单.start(应付金额: 500, performing: &本店)
print("下单：\(新订单.state)")

let 经过: [订单.Event] = [.付款(金额: 200), .发货(运单号: "SF1024"), .付款(金额: 300), .发货(运单号: "SF1024"), .取消, .超时]
for 事件 in 经过 {
  do {
    try 新订单.handle(事件, performing: &本店)
    print("\(事件)：\(新订单.state)")
  } catch {
    print("\(error.event)：在 \(error.state) 时不能这样做")
  }
}
print("最后：\(新订单.state)")
