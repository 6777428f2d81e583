import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { parseInTurn } from './parse-in-turn'

const long = 64 * 1024

function keep(parsed: string[], name: string) {
  return () => void parsed.push(name)
}

it('many long events of one organization keep another one’s waiting for one of them at most', async () => {
  const parsed: string[] = []
  const crowd = Array.from({ length: 30 }, (_, index) =>
    parseInTurn({ organizationId: 1, apiKeyId: index % 10 }, long, keep(parsed, 'crowd')),
  )
  await parseInTurn({ organizationId: 2, apiKeyId: 20 }, long, keep(parsed, 'other'))
  expect(parsed).toEqual(['crowd', 'other'])
  await Promise.all(crowd)
  expect(parsed).toHaveLength(31)
})

it('others go on after each long event', async () => {
  let rounds = 0
  const at: number[] = []
  const parse = () => void at.push(rounds)
  const all = Promise.all(Array.from({ length: 5 }, () => parseInTurn({ organizationId: 1, apiKeyId: 1 }, long, parse)))
  while (at.length < 5) {
    await nextRound()
    rounds += 1
  }
  await all
  expect(new Set(at).size).toBe(5)
})

it('a short event waits for no turn', async () => {
  const parsed: string[] = []
  const key = { organizationId: 1, apiKeyId: 1 }
  const waiting = [1, 2, 3].map(() => parseInTurn(key, long, keep(parsed, 'long')))
  await parseInTurn(key, 1_000, keep(parsed, 'short'))
  expect(parsed.indexOf('short')).toBeLessThan(2)
  await Promise.all(waiting)
})

it('one that is refused holds up nothing after it', async () => {
  const key = { organizationId: 1, apiKeyId: 1 }
  const refused = parseInTurn(key, long, () => JSON.parse('{'))
  await expect(refused).rejects.toThrow(SyntaxError)
  expect(await parseInTurn(key, long, () => 1)).toBe(1)
})
