import { expect, it } from 'vitest'
import { generateToken } from '@/lib/accounts/api-keys/token'
import { maskKeys } from './mask-keys'

const token = generateToken()
const shown = `ldl_…${token.slice(-4)}`

it('leaves of a key what people know it by, wherever it stands', () => {
  expect(maskKeys(`{"${token}":["a ${token}, ${token}"]}`)).toBe(`{"${shown}":["a ${shown}, ${shown}"]}`)
})

it.each(['', 'ldl_', token.slice(0, -1), token.replace('ldl_', 'xyz_')])('leaves other text alone: %j', (text) => {
  expect(maskKeys(text)).toBe(text)
})

it('takes a time that the length bounds', () => {
  const text = 'ldl_'.repeat(100_000) + 'ldl_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.repeat(10_000)
  expect(maskKeys(text)).not.toContain(token)
})
