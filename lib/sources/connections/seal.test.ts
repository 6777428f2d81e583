import { expect, it } from 'vitest'
import { deriveKey } from './encryption-key'
import { seal, unseal } from './seal'

const key = deriveKey('a key of these tests only')

it('opens with the key and the purpose it was sealed with', () => {
  const sealed = seal(key, 'connection 1', 'ghp_Grüße')
  expect(unseal(key, 'connection 1', sealed)).toEqual({ text: 'ghp_Grüße' })
  expect(sealed).not.toContain('ghp_')
})

it('is another text each time', () => {
  expect(seal(key, 'same', 'same')).not.toBe(seal(key, 'same', 'same'))
})

it('does not open for another purpose', () => {
  expect(unseal(key, 'connection 2', seal(key, 'connection 1', 'secret'))).toBe('broken')
})

it('says that it was sealed with another key', () => {
  expect(unseal(deriveKey('another key of these tests'), 'purpose', seal(key, 'purpose', 'secret'))).toBe('other key')
})

it('does not open when anything was changed', () => {
  const sealed = seal(key, 'purpose', 'secret')
  const [version, keyId, payload = ''] = sealed.split('.')
  const bytes = Buffer.from(payload, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(unseal(key, 'purpose', [version, keyId, changed.toString('base64url')].join('.'))).toBe('broken')
  }
  for (const text of ['', `v2.${keyId}.${payload}`, `${sealed}.x`, `v1.${keyId}.`, `v1.${keyId}.AAAA`]) {
    expect(unseal(key, 'purpose', text)).toBe('broken')
  }
})

it('derives one key from one text', () => {
  expect(deriveKey('some text of the settings')).toEqual(deriveKey('some text of the settings'))
  expect(deriveKey('some text of the settings').key).toHaveLength(32)
})
