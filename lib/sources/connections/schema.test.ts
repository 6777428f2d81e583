import { describe, expect, it } from 'vitest'
import { manifestSchema, tokenConnectionSchema } from './schema'

const baseUrlOf = (host: 'github' | 'gitlab', baseUrl: string) =>
  tokenConnectionSchema.safeParse({ host, baseUrl, token: 'x' }).data?.baseUrl

describe('the address of a host', () => {
  it.each([
    ['github', '', 'https://github.com'],
    ['gitlab', ' ', 'https://gitlab.com'],
    ['github', 'https://git.acme.example/', 'https://git.acme.example'],
    ['github', 'http://localhost:4000', 'http://localhost:4000'],
    ['gitlab', 'https://acme.example/gitlab//', 'https://acme.example/gitlab'],
  ] as const)('%s %j is %s', (host, text, expected) => {
    expect(baseUrlOf(host, text)).toBe(expected)
  })

  it.each([
    ['gitlab', 'http://git.acme.example'],
    ['gitlab', 'git.acme.example'],
    ['gitlab', 'ftp://git.acme.example'],
    ['gitlab', 'https://user:password@git.acme.example'],
    ['gitlab', 'https://git.acme.example?x=1'],
    ['gitlab', 'https://git.acme.example#x'],
    ['gitlab', 'https://git.acme.example\\@evil.example'],
    ['gitlab', 'http://localhost.evil.example'],
    ['gitlab', `https://${'x'.repeat(200)}.example`],
    ['github', 'https://git.acme.example/github'],
  ] as const)('%s %s is refused', (host, text) => {
    expect(baseUrlOf(host, text)).toBeUndefined()
  })
})

it('takes a token alone', () => {
  for (const token of ['', ' ', 'two words', 'x\ny', 'x'.repeat(501)]) {
    expect(tokenConnectionSchema.safeParse({ host: 'github', token }).success).toBe(false)
  }
  expect(tokenConnectionSchema.parse({ host: 'github', token: ' github_pat_1 ' }).token).toBe('github_pat_1')
})

it('takes an organization at GitHub, or none', () => {
  expect(manifestSchema.parse({ owner: ' acme-inc ' })).toEqual({ baseUrl: 'https://github.com', owner: 'acme-inc' })
  expect(manifestSchema.parse({ owner: '' }).owner).toBeNull()
  for (const owner of ['a/b', '../x', 'a b', 'ä']) expect(manifestSchema.safeParse({ owner }).success).toBe(false)
  expect(manifestSchema.safeParse({ baseUrl: 'nonsense' }).success).toBe(false)
})
