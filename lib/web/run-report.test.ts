import { expect, it } from 'vitest'
import { runInPieces } from './run-report'

const reader = { organization: { id: 1 }, user: { id: 1 } }

it('ends between two pieces for who may read no more of them', async () => {
  const signedOut = new Error('Sign in first')
  const read: number[] = []
  let mayRead = true
  const pieces = async function* () {
    try {
      for (let piece = 1; ; piece += 1) {
        read.push(piece)
        yield String(piece)
      }
    } finally {
      read.push(0)
    }
  }
  const still = async () => {
    if (!mayRead) throw signedOut
  }
  const sent = await runInPieces(reader, still, async () => pieces())
  expect([(await sent.next()).value, (await sent.next()).value]).toEqual(['1', '2'])
  mayRead = false
  await expect(sent.next()).rejects.toBe(signedOut)
  expect(read).toEqual([1, 2, 0])
})
