import { expect, it } from 'vitest'
import { inTime } from './in-time'

const stopped = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })

it('gives what was read, and null for what took too long', async () => {
  expect(await inTime(Promise.resolve(42))).toBe(42)
  expect(await inTime(Promise.reject(stopped))).toBeNull()
})

it('does not hide any other failure', async () => {
  await expect(inTime(Promise.reject(new Error('a mistake')))).rejects.toThrow('a mistake')
})
