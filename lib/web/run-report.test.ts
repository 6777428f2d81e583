import { expect, it } from 'vitest'
import { runBeginning, runInPieces } from './run-report'

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

it('lets one page of an organization begin at once, and those of another meanwhile', async () => {
  const events: string[] = []
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const pageOf = (organization: number, user: number) =>
    runBeginning({ organization: { id: organization }, user: { id: user } }, async () => {
      events.push(`${organization} begins`)
      if (organization === 1) await held
    })
  const crowd = [1, 2, 3, 4].map((user) => pageOf(1, user))
  await pageOf(2, 5)
  expect(events).toEqual(['1 begins', '2 begins'])
  end()
  await Promise.all(crowd)
  expect(events.filter((event) => event === '1 begins')).toHaveLength(4)
})
