import { expect, it, vi } from 'vitest'
import { isReadableForm } from './readable-form'

const type = { 'content-type': 'multipart/form-data; boundary=x' }

const formOf = (name: string, text: string) =>
  Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n--x--\r\n`)

const part = 'Content-Disposition: form-data; name="field"\r\n\r\na\r\n--x\r\n'

it('a form of more parts than are read is not taken apart', async () => {
  const split = vi.spyOn(String.prototype, 'split')
  const parts = (count: number) => Buffer.from(`--x${'\r\n\r\n--x'.repeat(count)}--\r\n`)
  const maxParts = () => Math.max(0, ...split.mock.results.map(({ value }) => (value as string[]).length))
  expect(await isReadableForm(type, parts(900), 'person')).toBe(false)
  expect(maxParts()).toBe(902)
  expect(await isReadableForm(type, parts(75_000), 'person')).toBe(false)
  expect(maxParts()).toBe(902)
  split.mockRestore()
})

it.each(['null', '5', '"$1"', '{}', 'true'])('%s is no list of arguments, alone or in a form', async (sent) => {
  expect(await isReadableForm({ 'content-type': 'text/plain;charset=UTF-8' }, Buffer.from(sent), 'person')).toBe(false)
  expect(await isReadableForm(type, formOf('0', sent), 'person')).toBe(false)
  expect(await isReadableForm(type, formOf('name', sent), 'person')).toBe(true)
})

it('a list of arguments is one, however short', async () => {
  expect(await isReadableForm({ 'content-type': 'text/plain;charset=UTF-8' }, Buffer.from('[]'), 'person')).toBe(true)
  expect(await isReadableForm(type, formOf('0', '[{"status":"idle"}]'), 'person')).toBe(true)
})

it.each([
  ['parts', (count: number) => Buffer.from(`--x\r\n${part.repeat(count)}`.replace(/\r\n$/, '--\r\n'))],
  ['values', (count: number) => formOf('0', JSON.stringify(Array(5 * count).fill(1)))],
  ['references', (count: number) => formOf('0', JSON.stringify(Array(count).fill('$K1')))],
])('a form of a stranger has few %s', async (_, make) => {
  expect(await isReadableForm(type, make(40), 'stranger')).toBe(true)
  expect(await isReadableForm(type, make(60), 'stranger')).toBe(false)
  expect(await isReadableForm(type, make(60), 'person')).toBe(true)
})
