import { expect, it } from 'vitest'
import { claimWithin } from './claim-within'

const found = (...ids: number[]) => Promise.resolve({ rows: ids.map((id) => ({ id })) })

it('takes from the first organization that another process has not emptied', async () => {
  const asked: number[] = []
  const claimed = await claimWithin(
    () => found(3, 1, 2),
    async (id) => {
      asked.push(id)
      return id === 1 ? `of ${id}` : null
    },
  )
  expect({ claimed, asked }).toEqual({ claimed: 'of 1', asked: [3, 1] })
})

it('is null when nothing is due, or all is taken', async () => {
  expect(
    await claimWithin(
      () => found(),
      async (id) => id,
    ),
  ).toBeNull()
  expect(
    await claimWithin(
      () => found(1, 2),
      async () => null,
    ),
  ).toBeNull()
})
