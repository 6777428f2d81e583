import { expect, test } from 'vitest'
import { holdingBytes } from './hold-bytes'

type Held = { free: () => void; done: Promise<void> }

/** Holds bytes until told to free them; null when they are refused. */
async function keep(pool: string, bytes: number, weights: Record<string, number>): Promise<Held | null> {
  let free = () => {}
  const freed = new Promise<void>((resolve) => {
    free = resolve
  })
  let accepted = false
  const done = holdingBytes({ pool, maxBytes: 1_000, weights }, async (hold) => {
    hold(bytes)
    accepted = true
    await freed
  })
  if (accepted) return { free, done }
  await expect(done).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } })
  return null
}

const connection = { 'connection 1': 1 / 3, 'organization 1': 1 }

test('a key holds its share, and others find room next to it', async () => {
  expect(await keep('a', 251, connection)).toBeNull()
  const first = await keep('a', 250, connection)
  expect(first).not.toBeNull()
  expect(await keep('a', 1, connection)).toBeNull()
  expect(await keep('a', 180, { 'connection 2': 1 / 3, 'organization 1': 1 })).not.toBeNull()
  expect(await keep('a', 100, { 'connection 3': 1 / 3, 'organization 2': 1 })).not.toBeNull()
})

test('four keys that hold all they may leave room for others', async () => {
  for (let key = 0; key < 4; key += 1) {
    for (const bytes of [512, 256, 128, 64, 32, 16, 8, 4, 2, 1]) await keep('b', bytes, { [`organization ${key}`]: 1 })
  }
  expect(await keep('b', 25, { newcomer: 1 })).not.toBeNull()
})

test('what is dealt with is free again', async () => {
  for (let round = 0; round < 10; round += 1) {
    const held = await keep('c', 250, connection)
    held?.free()
    await held?.done
    expect(held).not.toBeNull()
  }
})
