import { describe, expect, it, vi } from 'vitest'
import { maxClientIdLength } from './client-schema'
import { readRegistration, registerClient, registrationSchema } from './registration'

// No database either: nothing of a registration is stored.
vi.hoisted(() => {
  process.env.NEXTAUTH_SECRET = 'of these tests only'
})

const application = {
  client_name: 'Helper',
  redirect_uris: ['http://localhost/callback', 'https://helper.example.com/back'],
}

async function registered(fields: Record<string, unknown> = {}): Promise<string> {
  const id = await registerClient(registrationSchema.parse({ ...application, ...fields }))
  if (id === null) throw new Error('Too long')
  return id
}

describe('an application that registers itself', () => {
  it('is known by what is in its id', async () => {
    const id = await registered()
    expect(await readRegistration(id)).toEqual({ id, name: 'Helper', redirectUris: application.redirect_uris })
    expect(await registered()).toBe(id)
  })

  it('is unknown when anything of its id is changed', async () => {
    const id = await registered()
    for (let at = 0; at < id.length; at += 1) {
      const changed = id.slice(0, at) + (id[at] === 'A' ? 'B' : 'A') + id.slice(at + 1)
      expect(await readRegistration(changed), String(at)).toBeNull()
    }
    for (const other of ['', 'ldp_', id.slice(0, -1), `${id}A`]) expect(await readRegistration(other)).toBeNull()
  })

  it('need not have a name, and has one that people can read', async () => {
    expect((await readRegistration(await registered({ client_name: undefined })))?.name).toBe('Unnamed application')
    for (const client_name of ['', ' ', 'x'.repeat(101), 'a\nb', 'a\u202eb', 7]) {
      expect(registrationSchema.safeParse({ ...application, client_name }).success).toBe(false)
    }
  })

  it.each([
    [[]],
    [Array.from({ length: 11 }, (_, number) => `https://app.example.com/${number}`)],
    ['https://app.example.com'],
    [[7]],
    [undefined],
  ])('must name where people are sent back to: %j', (redirect_uris) => {
    expect(registrationSchema.safeParse({ ...application, redirect_uris }).success).toBe(false)
  })

  it('may register again and again, which uses nothing up', async () => {
    const ids = new Set<string>()
    for (let number = 0; number < 5_000; number += 1) ids.add(await registered({ client_name: `Flood ${number}` }))
    expect(ids.size).toBe(5_000)
    expect((await readRegistration(await registered()))?.name).toBe('Helper')
  })

  it('has no more to say than fits into an address', async () => {
    const redirect_uris = Array.from(
      { length: 10 },
      (_, number) => `https://app.example.com/${number}/${'x'.repeat(200)}`,
    )
    expect(await registerClient({ ...application, redirect_uris })).toBeNull()
    expect((await registered()).length).toBeLessThan(maxClientIdLength / 5)
  })
})
