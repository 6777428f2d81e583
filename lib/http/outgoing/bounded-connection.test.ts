import { once } from 'node:events'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { BoundedConnection } from './bounded-connection'

it('gives others their turn while it takes much that came at once, and loses nothing', async () => {
  const socket = new PassThrough({ highWaterMark: 1_000_000 })
  const connection = new BoundedConnection(socket as unknown as Socket)
  connection.release(connection)
  const sent = Buffer.alloc(500_000, 'abc')
  const taken: Buffer[] = []
  const rounds = new Map<number, number>()
  let round = 0
  const count = () => {
    round += 1
    if (!connection.readableEnded) setImmediate(count)
  }
  setImmediate(count)
  connection.on('data', (slice: Buffer) => {
    taken.push(slice)
    rounds.set(round, (rounds.get(round) ?? 0) + slice.length)
  })
  socket.end(sent)
  await once(connection, 'end')
  expect(Buffer.concat(taken).equals(sent)).toBe(true)
  expect(Math.max(...rounds.values())).toBeLessThan(150_000)
})
