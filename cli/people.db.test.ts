import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { acceptInvitation } from '@/lib/accounts/invitations/accept'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { createMember, createTenant, createUser } from '@/lib/testing/factories'

const leadlineFile = fileURLToPath(new URL('./leadline.mjs', import.meta.url))

type Run = { code: number; stdout: string; stderr: string }

function leadline(args: string[], input = ''): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [leadlineFile, ...args], { cwd: tmpdir() }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
    child.stdin?.end(input)
  })
}

async function leadlineJson(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await leadline([...args, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('leadline member', () => {
  it('invites, shows, changes and removes people', async () => {
    const { organization } = await createTenant()
    const org = ['--org', organization.slug]
    expect((await leadline(['member', 'list', ...org])).stdout).toContain('has no member')

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
    const last = await leadline(remove(user.email))
    expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining('last owner') })
    expect((await leadline(remove(other.email))).stderr).toContain('has no member with e-mail address')
  })
})

describe('leadline user', () => {
  it('sets a password that is piped in', async () => {
    const user = await createUser({ password: 'first password' })
    const setPassword = ['user', 'set-password', '--email', user.email]
    expect(await leadline(setPassword, 'second password\nmore\n')).toMatchObject({ code: 0 })
    const signIn = { email: user.email, password: 'second password', address: null }
    expect(await signInWithPassword(signIn)).toMatchObject({ userId: user.id })
    expect(await leadline(setPassword)).toMatchObject({
      code: 1,
      stderr: 'error: New password was not entered. Pipe it in, or run this in a terminal.\n',
    })
    const unknown = ['user', 'set-password', '--email', `${randomUUID()}@example.com`]
    expect(await leadline(unknown, 'second password')).toMatchObject({ code: 1, stdout: '' })
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
    expect((await leadline(['user', 'list'])).stdout).toContain(`${organization.slug} (member)`)
  })
})
