import { expect, test } from 'vitest'
import { createShareRuns } from './share-runs'

/** What runs were begun with, each of which ends when it is told to. */
function watched(limits: Parameters<typeof createShareRuns<string, string, string>>[1]) {
  const runs: { key: string; items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = []
  const share = createShareRuns<string, string, string>(
    (key, items) =>
      new Promise((resolve, reject) => {
        runs.push({ key, items, end: () => resolve(items.map((item) => `${key}:${item}`)), fail: reject })
      }),
    limits,
  )
  const begun = (count: number) => expect.poll(() => runs.length).toBe(count)
  return { runs, share, begun }
}

test('what comes in one round, or while no run may begin, is run together, each key apart', async () => {
  const { runs, share, begun } = watched({ maxRuns: 1, maxItems: 3 })
  const results = ['a', 'b'].map((item) => share('one', item))
  const other = share('two', 'x')
  await begun(2)
  results.push(...['c', 'd', 'e', 'f'].map((item) => share('one', item)))
  runs[0]?.end()
  await begun(3)
  runs[2]?.end()
  await begun(4)
  for (const { end } of runs) end()
  expect(runs.map(({ items }) => items)).toEqual([['a', 'b'], ['x'], ['c', 'd', 'e'], ['f']])
  expect(await Promise.all(results)).toEqual(['one:a', 'one:b', 'one:c', 'one:d', 'one:e', 'one:f'])
  expect(await other).toBe('two:x')
})

test('as many runs of a key are under way as there may be', async () => {
  const { runs, share, begun } = watched({ maxRuns: 2, maxItems: 1 })
  const results = ['a', 'b', 'c'].map((item) => share('one', item))
  await begun(2)
  runs[1]?.end()
  await begun(3)
  for (const { end } of runs) end()
  expect(await Promise.all(results)).toEqual(['one:a', 'one:b', 'one:c'])
})

test('what weighs too much together is run apart, and one that does alone is run', async () => {
  const { runs, share, begun } = watched({ maxRuns: 3, maxItems: 9, maxWeight: 4, weigh: (item) => item.length })
  const results = ['aa', 'bb', 'c', 'ddddddd'].map((item) => share('one', item))
  await begun(3)
  for (const { end } of runs) end()
  await Promise.all(results)
  expect(runs.map(({ items }) => items)).toEqual([['aa', 'bb'], ['c'], ['ddddddd']])
})

test('a run that fails fails for each of its items, and the next begins', async () => {
  const { runs, share, begun } = watched({ maxRuns: 1, maxItems: 2 })
  const results = ['a', 'b', 'c'].map((item) => share('one', item))
  await begun(1)
  runs[0]?.fail(new Error('failed'))
  await expect(results[0]).rejects.toThrow('failed')
  await expect(results[1]).rejects.toThrow('failed')
  await begun(2)
  runs[1]?.end()
  expect(await results[2]).toBe('one:c')
})
