import Testing

@testable import Inbox

struct InboxTests {
  @Test func viewingReads() throws {
    var message = Inbox.start().machine
    #expect(message.state == .unread && message.unreadCount == 1)
    #expect(try message.handle(.view) == [])
    #expect(message.state == .read && message.unreadCount == 0 && message.viewCount == 1)
    #expect(try message.handle(.view) == [])
    #expect(message.state == .read && message.viewCount == 2)
  }

  @Test func theTrashGivesBack() throws {
    var message = Inbox.start().machine
    #expect(try message.handle(.delete) == [.moveToTrash])
    #expect(message.state == .deleted && message.unreadCount == 0)
    #expect(try message.handle(.markAsUnread) == [.takeFromTrash])
    #expect(message.state == .unread && message.unreadCount == 1)
  }

  @Test func anUnreadMessageCannotBeMarkedAsUnread() {
    var message = Inbox.start().machine
    let before = message
    #expect(!message.canHandle(.markAsUnread))
    let error = #expect(throws: Inbox.Rejection.self) { try message.handle(.markAsUnread) }
    #expect(error?.event == .markAsUnread && error?.state == .unread)
    #expect(message == before)
  }
}
