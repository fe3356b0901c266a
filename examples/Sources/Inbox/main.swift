// One message, from its arrival to the trash and back.

var message = Inbox.start().machine
print("a message arrives: \(message.state), \(message.unreadCount) unread")

let events: [Inbox.Event] = [.view, .view, .delete, .markAsUnread, .markAsUnread]
for event in events {
  do {
    let effects = try message.handle(event)
    print("\(event): now \(message.state), \(message.unreadCount) unread, viewed \(message.viewCount) times")
    for effect in effects { print("  to do: \(effect)") }
  } catch {
    // Nothing has changed, and the error says what was refused where.
    print("\(error.event): refused, the message is \(error.state)")
  }
}
