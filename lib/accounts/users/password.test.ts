import { describe, expect, it } from 'vitest'
import { hashPassword, isPassword } from './password'

describe('passwords', () => {
  it('are hashed with 19 MiB, two passes and one lane of argon2id, and salted', async () => {
    const hashes = [await hashPassword('correct horse'), await hashPassword('correct horse')]
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(hashes[0]).not.toBe(hashes[1])
  })

  it('are found right, wrong, or not there', async () => {
    const hash = await hashPassword('correct horse')
    expect(await isPassword('correct horse', hash)).toBe(true)
    expect(await isPassword('Correct horse', hash)).toBe(false)
    expect(await isPassword('correct horse', null)).toBe(false)
  })

  it('are the same however a system writes their characters', async () => {
    expect(await isPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true)
  })
})
