import { expect, test } from 'vitest'
import { createShareNext } from './share-next'

test('callers at once share the run that begins after their call, also when the one before fails', async () => {
  const share = createShareNext<string, number>()
  const ends: ((error?: Error) => void)[] = []
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const run = ends.length + 1
      ends.push((error) => (error ? reject(error) : resolve(run)))
    })
  const first = share('a', work)
  const waiting = [share('a', work), share('a', work)]
  const other = share('b', work)
  expect(ends).toHaveLength(2)
  ends[0]?.(new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  await expect.poll(() => ends.length).toBe(3)
  for (const end of ends) end()
  expect(await Promise.all([...waiting, other])).toEqual([3, 3, 2])
  const later = share('a', work)
  ends[3]?.()
  expect(await later).toBe(4)
})
