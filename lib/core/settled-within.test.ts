import { expect, it } from 'vitest'
import { settledWithin } from '@/lib/core/settled-within'

it('waits for work that is done in time', async () => {
  expect(await settledWithin(Promise.resolve(7), 60_000)).toBe(7)
})

it('leaves work alone that takes longer', async () => {
  let finish = (_: number) => {}
  const work = new Promise<number>((resolve) => {
    finish = resolve
  })
  expect(await settledWithin(work, 1)).toBeNull()
  finish(7)
  expect(await work).toBe(7)
})

it('throws what work throws in time', async () => {
  await expect(settledWithin(Promise.reject(new Error('no')), 60_000)).rejects.toThrow('no')
})
