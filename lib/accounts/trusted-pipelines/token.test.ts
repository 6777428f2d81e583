import { describe, expect, it } from 'vitest'
import { createSigningKey, signToken } from '@/lib/testing/token-issuer'
import { audienceOf } from './audience'
import { looksLikeToken, readClaimed, verifyToken } from './token'

const claimed = { issuer: 'https://gitlab.acme.example', audience: audienceOf('acme') }
const key = await createSigningKey()
const now = new Date('2026-03-02T10:00:00Z')
const at = (seconds: number) => now.getTime() / 1000 + seconds

const sign = (claims: object) =>
  signToken({ ...claimed, key, claims: { iat: at(0), nbf: at(0), exp: at(300), ...claims } })

describe('a token', () => {
  it('says which organization it is for, and whose key to look for, before anything is believed', async () => {
    const token = await sign({})
    expect(looksLikeToken(token)).toBe(true)
    expect(readClaimed(token)).toEqual({ ...claimed, slug: 'acme', keyId: key.id })
  })

  it.each(['ldl_1', 'eyJ.a', 'eyJhbGciOiJub25lIn0.e30.', `eyJ.${'a'.repeat(8_192)}.a`])('is not %j', (text) => {
    expect(looksLikeToken(text)).toBe(false)
  })

  it.each<[seconds: number, claim: 'iat' | 'nbf' | 'exp', problem: string | null]>([
    [59, 'iat', null],
    [61, 'iat', 'it is not valid yet'],
    [59, 'nbf', null],
    [61, 'nbf', 'it is not valid yet'],
    [-59, 'exp', null],
    [-61, 'exp', 'it has expired'],
  ])('may be %i seconds off with its %s: %s', async (seconds, claim, problem) => {
    const found = { slug: 'acme', keyId: key.id, ...claimed }
    const signed = await verifyToken(await sign({ [claim]: at(seconds) }), key.publicJwk, found, now)
    expect(signed).toMatchObject({ problem })
  })

  it.each(['iat', 'nbf', 'exp'])('does not count where its %s is no number', async (claim) => {
    const found = { slug: 'acme', keyId: key.id, ...claimed }
    const signed = await verifyToken(await sign({ [claim]: 'soon' }), key.publicJwk, found, now)
    expect(signed).toMatchObject({ problem: `its claim ${claim} is missing or wrong` })
  })
})
