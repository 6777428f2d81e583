import { expect, it, vi } from 'vitest'
import { isReadableForm } from './readable-form'

it('a form of more parts than are read is not taken apart', async () => {
  const split = vi.spyOn(String.prototype, 'split')
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const parts = (count: number) => Buffer.from(`--x${'\r\n\r\n--x'.repeat(count)}--\r\n`)
  const maxParts = () => Math.max(0, ...split.mock.results.map(({ value }) => (value as string[]).length))
  expect(await isReadableForm(type, parts(900))).toBe(false)
  expect(maxParts()).toBe(902)
  expect(await isReadableForm(type, parts(75_000))).toBe(false)
  expect(maxParts()).toBe(902)
  split.mockRestore()
})
