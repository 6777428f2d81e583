import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { unreadAnswers } from './unread-answers'

const socketOf = (remoteAddress: string, writableLength: number) =>
  ({ remoteAddress, writableLength, destroyed: false }) as { -readonly [Key in keyof Socket]: Socket[Key] }

test('the oldest of the address that holds the most comes first', () => {
  const few = [socketOf('192.0.2.1', 10), socketOf('192.0.2.1', 10)]
  const one = socketOf('192.0.2.2', 15)
  const read = socketOf('192.0.2.3', 0)
  const unread = unreadAnswers([one, read, ...few])
  // Each holds half a mebibyte besides what is written.
  expect([unread.count(), unread.bytes()]).toEqual([3, 3 * 512 * 1024 + 35])
  expect([unread.take(), unread.take(), unread.take(), unread.take()]).toEqual([few[0], one, few[1], undefined])
  expect([unread.count(), unread.bytes()]).toEqual([0, 0])
})

test('all addresses of a network of IPv6 are one', () => {
  const network = [socketOf('2001:db8::1', 10), socketOf('2001:db8:0:1::1', 10)]
  expect(unreadAnswers([socketOf('2001:db8:1::1', 15), ...network]).take()).toBe(network[0])
})

test('one that was read or has ended since is left out', () => {
  const [read, ended, last] = [socketOf('192.0.2.1', 10), socketOf('192.0.2.1', 10), socketOf('192.0.2.1', 10)]
  const unread = unreadAnswers([read, ended, last])
  read.writableLength = 0
  ended.destroyed = true
  expect(unread.take()).toBe(last)
})

test('however many were read since', () => {
  const sockets = Array.from({ length: 20_000 }, () => socketOf('192.0.2.1', 10))
  const unread = unreadAnswers(sockets)
  for (const socket of sockets) socket.writableLength = 0
  expect(unread.take()).toBeUndefined()
})
