import { encode } from 'next-auth/jwt'
import { expect, it, vi } from 'vitest'
import { remove, removePaths, saveAliases, useAsAlias } from '@/app/(app)/[org]/settings/repositories/actions'
import { sessionOptions } from '@/lib/accounts/auth/session-options'
import { baseUrl } from '@/lib/core/base-url'
import { createMember, createRepository, createTenant, openSession } from '@/lib/testing/factories'
import { runReport } from '@/lib/web/run-report'

const visit = vi.hoisted(() => ({ cookie: '', origin: '' }))

// There is no request here that could have headers, and no page to draw again.
vi.mock('next/headers', () => ({
  cookies: async () => new Map([['next-auth.session-token', { value: visit.cookie }]]),
  headers: async () => new Headers({ origin: visit.origin }),
}))
vi.mock('next/cache', () => ({ refresh: () => undefined }))

const idle = { status: 'idle' } as const

it('what a repository is called, and that it goes, is stored while reports hold all of their turns', async () => {
  const { organization } = await createTenant()
  const { id: userId } = await createMember(organization.id, 'manager')
  const token = { sessionToken: await openSession(userId), userId }
  visit.cookie = await encode({ token, secret: sessionOptions().secret ?? '' })
  visit.origin = baseUrl()
  const { id } = await createRepository(organization.id, 'acme/api')
  const send = (action: typeof remove | typeof saveAliases, fields: Record<string, string>) => {
    const form = new FormData()
    const all = { organization: organization.slug, repositoryId: String(id), ...fields }
    for (const [name, value] of Object.entries(all)) form.set(name, value)
    return action(idle, form)
  }
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const reports = [1, 2, 3].map((one) => runReport({ organization: { id: -one }, user: { id: -one } }, () => held))
  const done = { status: 'done' }
  expect(await send(saveAliases, { names: 'shop' })).toMatchObject(done)
  expect(await send(useAsAlias, { service: 'cart' })).toMatchObject(done)
  expect(await send(removePaths, { service: 'web' })).toMatchObject({
    message: expect.stringContaining('has no paths'),
  })
  expect(await send(remove, { name: 'acme/api' })).toMatchObject(done)
  release()
  await Promise.all(reports)
})
