import { expect, test } from 'vitest'
import { semaphore } from './semaphore'

test('a few run at once, the others in the order in which they came, also after a failure', async () => {
  const turns = semaphore(2)
  const started: number[] = []
  const ends: (() => void)[] = []
  const work = (id: number) =>
    turns(() => {
      started.push(id)
      return new Promise<void>((resolve, reject) => ends.push(id === 1 ? () => reject(new Error('failed')) : resolve))
    })
  const all = [1, 2, 3, 4].map(work)
  const failing = expect(all[0]).rejects.toThrow('failed')
  expect(started).toEqual([1, 2])
  ends[0]?.()
  await failing
  expect(started).toEqual([1, 2, 3])
  ends[1]?.()
  await all[1]
  expect(started).toEqual([1, 2, 3, 4])
  for (const end of ends) end()
  await Promise.all(all.slice(1))
})
