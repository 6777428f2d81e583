import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { encode } from 'next-auth/jwt'
import { beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { writeNote } from '@/app/(app)/[org]/incidents/actions'
import { saveSignalState } from '@/app/(app)/[org]/risk/actions'
import { saveTeam } from '@/app/(app)/[org]/services/[service]/actions'
import { sessionOptions } from '@/lib/accounts/auth/session-options'
import { baseUrl } from '@/lib/core/base-url'
import { AppError } from '@/lib/core/errors'
import { forResponse } from '@/lib/http/request-context'
import { createMember, createTenant, openSession } from '@/lib/testing/factories'
import { linkingAction } from './action'
import { createPagePlaces } from './page-places'

const visit = vi.hoisted(() => ({ cookie: '', origin: '', hasScripts: true }))

// There is no request here that could have headers, and no page to draw again.
vi.mock('next/headers', () => ({
  cookies: async () => new Map([['next-auth.session-token', { value: visit.cookie }]]),
  headers: async () => new Headers({ origin: visit.origin, ...(visit.hasScripts && { 'next-action': 'x' }) }),
}))
vi.mock('next/cache', () => ({ refresh: () => undefined }))

let organization = ''

beforeEach(async () => {
  const tenant = await createTenant({ plan: 'business' })
  organization = tenant.organization.slug
  const { id } = await createMember(tenant.organization.id, 'owner')
  const token = { sessionToken: await openSession(id), userId: id }
  visit.cookie = await encode({ token, secret: sessionOptions().secret ?? '' })
  visit.origin = baseUrl()
  visit.hasScripts = true
})

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ organization, ...fields })) form.set(name, value)
  return form
}

const idle = { status: 'idle' } as const

const withNul = [
  ['text', () => writeNote(idle, formOf({ deployment: '1', text: 'a\0b' }))],
  ['note', () => saveSignalState(idle, formOf({ signal: '1', to: 'open', note: 'a\0b' }))],
  ['service', () => saveTeam(idle, formOf({ service: 'api\0', team: 'Payments' }))],
  ['organization', () => saveTeam(idle, formOf({ organization: 'acme\0', service: 'api', team: '' }))],
] as const

it.each(withNul)('a NUL in %s is refused there, and no error of the database', async (field, send) => {
  const message = 'It has a character that cannot be stored'
  expect(await send()).toEqual({ status: 'refused', message, fields: { [field]: message } })
})

it('a text of several lines is none of that', async () => {
  const sent = await saveSignalState(idle, formOf({ signal: '1', to: 'open', note: 'a\r\n\tb\u2028' }))
  expect(sent).toMatchObject({ status: 'refused', message: expect.not.stringMatching(/character|went wrong/) })
})

it('a person has 16 forms under way at most, and others as many', async () => {
  let begun = 0
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = linkingAction('member', z.object({}), async () => {
    begun += 1
    await released
  })
  const sent = Array.from({ length: 16 }, () => slow(idle, formOf({})))
  await vi.waitFor(() => expect(begun).toBe(16))
  expect(await slow(idle, formOf({}))).toMatchObject({
    status: 'refused',
    message: 'Too many of your forms are under way. Try again in a moment.',
  })
  const other = await createTenant()
  const { id } = await createMember(other.organization.id, 'owner')
  const token = { sessionToken: await openSession(id), userId: id }
  visit.cookie = await encode({ token, secret: sessionOptions().secret ?? '' })
  const others = slow(idle, formOf({ organization: other.organization.slug }))
  await vi.waitFor(() => expect(begun).toBe(17))
  release()
  expect((await Promise.all([...sent, others])).every(({ status }) => status === 'done')).toBe(true)
})

const answer = () =>
  Object.assign(new EventEmitter(), {
    destroy() {
      this.destroyed = true
    },
    destroyed: false,
    closed: false,
    writableFinished: false,
    headersSent: false,
    socket: null,
  }) as unknown as ServerResponse

it.each([
  ['that changed something', true, true],
  ['of a browser without scripts', false, true],
  ['of a browser without scripts that is refused', false, false],
])('the page after a form %s is drawn in a place of its own', async (_what, hasScripts, isDone) => {
  visit.hasScripts = hasScripts
  const inPlace = createPagePlaces({ places: 1, share: 1, waiting: 10, maxWaitMs: 60_000 })
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const form = linkingAction('member', z.object({}), async () => {
    await released
    if (!isDone) throw new AppError('invalid', 'No')
  })
  const [own, other] = [answer(), answer()]
  let sent: Promise<unknown> | undefined
  const entered: string[] = []
  const places = [
    inPlace(own, { keys: ['one'] }, () => {
      entered.push('form')
      sent = forResponse(own, () => form(idle, formOf({}))).then(() => entered.push('drawn'))
    }),
    inPlace(other, { keys: ['other'] }, () => void entered.push('other')),
  ]
  await vi.waitFor(() => expect(entered).toEqual(['form', 'other']))
  release()
  for (let round = 0; round < 50; round += 1) await new Promise((next) => setImmediate(next))
  expect(entered).toEqual(['form', 'other'])
  other.emit('finish')
  await sent
  expect(entered).toEqual(['form', 'other', 'drawn'])
  own.emit('finish')
  await Promise.all(places)
})

it('no page is drawn after a form of a browser without scripts that has left', async () => {
  visit.hasScripts = false
  const inPlace = createPagePlaces({ places: 1, share: 1, waiting: 10, maxWaitMs: 60_000 })
  const own = answer()
  const form = linkingAction('member', z.object({}), async () => void Object.assign(own, { closed: true }))
  let sent: Promise<unknown> | undefined
  const place = inPlace(own, { keys: ['one'] }, () => {
    sent = forResponse(own, () => form(idle, formOf({})))
    sent.catch(() => undefined)
  })
  await vi.waitFor(() => expect(sent).toBeDefined())
  await expect(sent).rejects.toMatchObject({ digest: expect.stringContaining('NEXT_REDIRECT') })
  expect(own.destroyed).toBe(true)
  await place
})

it('a form that changed nothing waits for no page where there are scripts', async () => {
  const inPlace = createPagePlaces({ places: 1, share: 1, waiting: 10, maxWaitMs: 60_000 })
  const [own, other] = [answer(), answer()]
  const form = linkingAction('member', z.object({}), async () => {
    await vi.waitFor(() => expect(entered).toEqual(['form', 'other']))
    throw new AppError('invalid', 'No')
  })
  let sent: Promise<unknown> | undefined
  const entered: string[] = []
  const places = [
    inPlace(own, { keys: ['one'] }, () => {
      entered.push('form')
      sent = forResponse(own, () => form(idle, formOf({})))
    }),
    inPlace(other, { keys: ['other'] }, () => void entered.push('other')),
  ]
  await vi.waitFor(() => expect(sent).toBeDefined())
  expect(await sent).toMatchObject({ status: 'refused', message: 'No' })
  for (const response of [own, other]) response.emit('finish')
  await Promise.all(places)
})
