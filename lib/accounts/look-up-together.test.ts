import { expect, it } from 'vitest'
import { lookUpTogether } from './look-up-together'

/** Look-ups that go on until they are ended. */
function startLookUps(kind: string, known: readonly string[]) {
  const begun: string[][] = []
  const ends: (() => void)[] = []
  const lookUp = lookUpTogether<{ secret: string }>({
    kind,
    turns: 'pages',
    find: async (secrets) => {
      begun.push(secrets)
      await new Promise<void>((resolve) => ends.push(resolve))
      return secrets.filter((secret) => known.includes(secret)).map((secret) => ({ secret }))
    },
    secretOf: ({ secret }) => secret,
  })
  const endAll = async <T>(all: Promise<T>[]): Promise<T[]> => {
    const timer = setInterval(() => {
      for (const end of ends) end()
    })
    return Promise.all(all).finally(() => clearInterval(timer))
  }
  return { begun, lookUp, endAll }
}

const soon = () => new Promise(setImmediate)

it('looks up together what waits, once each, and gives each what it is of', async () => {
  const { begun, lookUp, endAll } = startLookUps('keys', ['good'])
  const first = ['made-up', 'good', 'good'].map(lookUp)
  await soon()
  expect(begun).toEqual([['made-up', 'good']])
  const found = await endAll([...first, lookUp('good')])
  expect(found).toEqual([undefined, { secret: 'good' }, { secret: 'good' }, { secret: 'good' }])
  // What was revoked in between is seen.
  expect(begun).toHaveLength(2)
})

it('makes two look-ups at once of all kinds, of 200 secrets at most', async () => {
  const [tokens, codes] = [startLookUps('tokens', []), startLookUps('codes', [])]
  const all = [...Array(500).keys()].flatMap((index) => [tokens.lookUp(`${index}`), codes.lookUp(`${index}`)])
  for (let round = 0; round < 5; round += 1) await soon()
  const lengths = [...tokens.begun, ...codes.begun].map(({ length }) => length)
  expect(lengths).toEqual([200, 200])
  await Promise.all([
    tokens.endAll(all.filter((_, index) => index % 2 === 0)),
    codes.endAll(all.filter((_, index) => index % 2 === 1)),
  ])
})
