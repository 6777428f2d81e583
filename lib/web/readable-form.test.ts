import { expect, it, vi } from 'vitest'
import { isReadableForm } from './readable-form'

const type = { 'content-type': 'multipart/form-data; boundary=x' }

const formOf = (name: string, text: string) =>
  Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n--x--\r\n`)

it('a form of more parts than are read is not taken apart', async () => {
  const split = vi.spyOn(String.prototype, 'split')
  const parts = (count: number) => Buffer.from(`--x${'\r\n\r\n--x'.repeat(count)}--\r\n`)
  const maxParts = () => Math.max(0, ...split.mock.results.map(({ value }) => (value as string[]).length))
  expect(await isReadableForm(type, parts(900))).toBe(false)
  expect(maxParts()).toBe(902)
  expect(await isReadableForm(type, parts(75_000))).toBe(false)
  expect(maxParts()).toBe(902)
  split.mockRestore()
})

it.each(['null', '5', '"$1"', '{}', 'true'])('%s is no list of arguments, alone or in a form', async (sent) => {
  expect(await isReadableForm({ 'content-type': 'text/plain;charset=UTF-8' }, Buffer.from(sent))).toBe(false)
  expect(await isReadableForm(type, formOf('0', sent))).toBe(false)
  expect(await isReadableForm(type, formOf('name', sent))).toBe(true)
})

it('a list of arguments is one, however short', async () => {
  expect(await isReadableForm({ 'content-type': 'text/plain;charset=UTF-8' }, Buffer.from('[]'))).toBe(true)
  expect(await isReadableForm(type, formOf('0', '[{"status":"idle"}]'))).toBe(true)
})
