import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { acceptInvitation } from '@/lib/accounts/invitations/accept'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { leadline, leadlineJson, leadlineReading } from '@/lib/testing/command-line'
import { createMember, createTenant, createUser } from '@/lib/testing/factories'

describe('leadline member', () => {
  it('invites, shows, changes and removes people', async () => {
    const { organization } = await createTenant()
    const org = ['--org', organization.slug]
    expect((await leadline('member', 'list', ...org)).stdout).toContain('has no member')

    const invited = await leadlineJson('member', 'invite', ...org, '--email', 'Grace@Example.com', '--role', 'owner')
    expect(invited).toEqual({
      id: expect.any(Number),
      email: 'grace@example.com',
      role: 'owner',
      expiresAt: expect.any(String),
      link: expect.stringMatching(/^http:\/\/localhost:\d+\/invite\/[\w-]{43}$/),
    })
    const user = await createUser()
    await acceptInvitation((invited as { link: string }).link.split('/').at(-1) ?? '', user.id)

    const other = await createMember(organization.id, 'member')
    const change = ['member', 'role', ...org, '--email', other.email]
    expect(await leadlineJson(...change, '--role', 'manager')).toEqual({ userId: other.id, role: 'manager' })
    expect(await leadlineJson('member', 'list', ...org)).toMatchObject([
      { email: user.email, role: 'owner' },
      { email: other.email, role: 'manager' },
    ])
    const remove = (email: string) => ['member', 'remove', ...org, '--email', email]
    expect(await leadlineJson(...remove(other.email))).toEqual({ userId: other.id, removed: true })
    const last = await leadline(...remove(user.email))
    expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining('last owner') })
    expect((await leadline(...remove(other.email))).stderr).toContain('has no member with e-mail address')
  })
})

describe('leadline user', () => {
  it('sets a password that is piped in', async () => {
    const user = await createUser({ password: 'first password' })
    const setPassword = ['user', 'set-password', '--email', user.email]
    expect(await leadlineReading('second password\nmore\n', ...setPassword)).toMatchObject({ code: 0 })
    const signIn = { email: user.email, password: 'second password', address: null }
    expect(await signInWithPassword(signIn)).toMatchObject({ userId: user.id })
    expect(await leadline(...setPassword)).toMatchObject({
      code: 1,
      stderr: 'error: New password was not entered. Pipe it in, or run this in a terminal.\n',
    })
    const unknown = ['user', 'set-password', '--email', `${randomUUID()}@example.com`]
    expect(await leadlineReading('second password', ...unknown)).toMatchObject({ code: 1, stdout: '' })
  })

  it('lists everyone', async () => {
    const { organization } = await createTenant()
    const user = await createMember(organization.id, 'member')
    expect(await leadlineJson('user', 'list')).toContainEqual({
      ...user,
      createdAt: expect.any(String),
      emailConfirmedAt: expect.any(String),
      organizations: [{ slug: organization.slug, role: 'member' }],
    })
    expect((await leadline('user', 'list')).stdout).toContain(`${organization.slug} (member)`)
  })
})
