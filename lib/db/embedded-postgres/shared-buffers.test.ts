import { expect, it } from 'vitest'
import { sharedBuffersMegabytes } from './create-cluster'

const gigabyte = 1024 ** 3

it.each([
  [0.5 * gigabyte, 128],
  [1 * gigabyte, 128],
  [2 * gigabyte, 256],
  [3.9 * gigabyte, 499],
  [8 * gigabyte, 1_024],
  [64 * gigabyte, 1_024],
])('of %d bytes Postgres has %d megabytes', (available, megabytes) => {
  expect(sharedBuffersMegabytes(available)).toBe(megabytes)
})

it('has an answer on this machine', () => {
  expect(sharedBuffersMegabytes()).toBeGreaterThanOrEqual(128)
})
