import { expect, it } from 'vitest'
import { generateToken } from '@/lib/accounts/api-keys/token'
import { generateChecked } from './checked-token'
import { maskKeys } from './mask-keys'

const token = generateToken()
const shown = `ldl_…${token.slice(-4)}`

it('leaves of a key what people know it by, wherever it stands', () => {
  expect(maskKeys(`{"${token}":["a ${token}, ${token}"]}`)).toBe(`{"${shown}":["a ${shown}, ${shown}"]}`)
})

it.each(['ldc_', 'ldo_', 'ldr_'])('does so with the codes and tokens of applications: %s', (prefix) => {
  const secret = generateChecked(prefix)
  expect(maskKeys(`code=${secret}&state=x`)).toBe(`code=${prefix}…${secret.slice(-4)}&state=x`)
})

it.each(['', 'ldl_', token.slice(0, -1), token.replace('ldl_', 'xyz_')])('leaves other text alone: %j', (text) => {
  expect(maskKeys(text)).toBe(text)
})

it('takes a time that the length bounds', () => {
  const text = 'ldl_'.repeat(100_000) + 'ldl_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.repeat(10_000)
  expect(maskKeys(text)).not.toContain(token)
})
