import { filterNames } from '@/lib/deployments/filters'
import { pullRequestFilterNames } from '@/lib/pull-requests/filters'
import { createUser, type TestUser } from '@/lib/testing/factories'
import { serverUrls } from '../support/servers'
import { sessionCookie } from '../support/sessions'
import { expect, test } from '../support/test'
import { listPages, listRoutes } from './app-inventory'
import { pageRows } from './pages'
import { routeRows } from './routes'
import { createWorld, type World } from './world'

let here: World
let there: World
let stranger: TestUser

test.beforeAll(async () => {
  here = await createWorld('Herewood')
  there = await createWorld('Thereham')
  stranger = await createUser()
})

test('every page and every route has a row', () => {
  expect(pageRows.map(({ page }) => page).sort()).toEqual(listPages())
  expect(routeRows.map(({ route }) => route).sort()).toEqual(listRoutes())
})

const unknownId = 987_654_321

type Seen = { status: number; location: string | null; body: string }

/** What a user gets at an address, without what differs from one request to the next. */
async function see(path: string, who: TestUser | null): Promise<Seen> {
  const response = await fetch(serverUrls()[0] + path, { redirect: 'manual', headers: await cookieOf(who) })
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? ' '
  const text = (await response.text()).replaceAll(nonce, 'NONCE').replaceAll(path, 'PATH')
  const body = text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replaceAll(path.slice(1).replaceAll('/', '\\"],[\\"'), 'PATH')
  return { status: response.status, location: response.headers.get('location')?.replace(path, 'PATH') ?? null, body }
}

/** What the router of a browser gets when it requests the data of a page alone. */
async function seeData(path: string, who: TestUser | null, prefetch: boolean): Promise<Seen> {
  const headers = { ...(await cookieOf(who)), RSC: '1', ...(prefetch && { 'Next-Router-Prefetch': '1' }) }
  const response = await fetch(serverUrls()[0] + path, { headers })
  return { status: response.status, location: null, body: await response.text() }
}

async function cookieOf(who: TestUser | null): Promise<Record<string, string>> {
  if (!who) return {}
  const { name, value } = await sessionCookie(who.id)
  return { Cookie: `${name}=${value}` }
}

/** The words of a page, without its scripts. */
function words({ body }: Seen): string {
  return body
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

function expectNothingOf(world: World, seen: Seen): void {
  const { organization, owner, invitation, externalId } = world
  for (const secret of [organization.name, owner.email, invitation.email, externalId]) {
    expect(seen.body).not.toContain(secret)
  }
}

/** Forms that change something, besides those that everyone has. */
function controlsOf({ body }: Seen): string[] {
  const forms = body.match(/<form[\s\S]*?<\/form>/g) ?? []
  return forms.filter(
    (form) =>
      form.includes('$ACTION_') && !/Sign out|Leave|Lead time starts|I am on it|Add note|the note of/.test(form),
  )
}

test('an owner has controls where members have none', async () => {
  expect(controlsOf(await see(`/${here.organization.slug}/settings/members`, here.owner))).not.toEqual([])
})

for (const row of pageRows.filter(({ audience }) => audience === 'members')) {
  test.describe(row.page, () => {
    test('opens for members of every role', async () => {
      for (const who of [here.owner, here.manager, here.member]) {
        expect((await see(row.open(here), who)).status).toBe(row.redirects ? 307 : 200)
      }
    })

    test('redirects a visitor to the sign-in page, known organization or not', async () => {
      const unknown = { ...here, organization: { ...here.organization, slug: 'nobody-has-this' } }
      for (const world of [here, unknown]) {
        const seen = await see(row.open(world), null)
        expect(seen.status).toBe(307)
        expect(seen.location).toBe(`/sign-in?callbackUrl=${encodeURIComponent(row.open(world))}`)
        expectNothingOf(here, seen)
      }
    })

    test('does not exist for strangers and members of another organization', async () => {
      for (const who of [stranger, there.owner]) {
        const seen = await see(row.open(here), who)
        const unknown = await see(
          row.open({ ...here, organization: { ...here.organization, slug: 'nobody-has-this' } }),
          who,
        )
        expect(seen.status).toBe(404)
        expect({ ...seen, body: words(seen) }).toEqual({ ...unknown, body: words(unknown) })
        expectNothingOf(here, seen)
      }
    })

    test('says no more to a browser that requests the data of the page alone', async () => {
      const open = row.open(here)
      for (const who of [null, stranger, there.owner]) {
        for (const prefetch of [false, true]) expectNothingOf(here, await seeData(open, who, prefetch))
      }
      expect((await seeData(open, here.owner, false)).body).toContain(here.organization.name)
    })

    test('has no controls for members', async () => {
      expect(controlsOf(await see(row.open(here), here.member))).toEqual([])
    })

    const { withId } = row
    if (!withId) return
    test('shows another organization’s record no more than one that does not exist', async () => {
      for (const who of [here.owner, here.member]) {
        const foreign = await see(withId(here, row.idOf?.(there) ?? there.deploymentId), who)
        const unknown = await see(withId(here, unknownId), who)
        expect(foreign.status).toBe(404)
        expect({ ...foreign, body: words(foreign) }).toEqual({ ...unknown, body: words(unknown) })
        expectNothingOf(there, foreign)
      }
    })
  })
}

for (const row of pageRows.filter(({ audience }) => audience === 'user')) {
  test(`${row.page} redirects a visitor to the sign-in page`, async () => {
    expect(await see(row.open(here), null)).toMatchObject({
      status: 307,
      location: `/sign-in?callbackUrl=${encodeURIComponent(row.open(here))}`,
    })
  })
}

for (const { route, open, withId } of routeRows.filter(({ audience }) => audience === 'members')) {
  test.describe(route, () => {
    test('opens for members', async () => {
      for (const who of [here.owner, here.manager, here.member]) expect((await see(open(here), who)).status).toBe(200)
    })

    test('refuses visitors, strangers and members of another organization alike', async () => {
      expect(await see(open(here), null)).toMatchObject({ status: 401 })
      const unknownOrganization = { ...here, organization: { ...here.organization, slug: 'nobody-has-this' } }
      for (const who of [stranger, there.owner]) {
        const seen = await see(open(here), who)
        expect(seen.status).toBe(404)
        expect(seen).toEqual(await see(open(unknownOrganization), who))
      }
    })

    if (!withId) return
    test('knows no record of another organization', async () => {
      const foreign = await see(withId(here, there.deploymentId), here.owner)
      expect(foreign.status).toBe(404)
      expect(foreign).toEqual(await see(withId(here, unknownId), here.owner))
    })
  })
}

const odd = [
  '%00',
  '%F0%9F%92%A9',
  '%E2%80%AE',
  '..%2f..',
  '%5c',
  '%25',
  "'--",
  '-1',
  '0',
  '1e3',
  '9'.repeat(30),
  'x'.repeat(2_000),
]

const oddNames = [
  ...filterNames,
  ...pullRequestFilterNames,
  'page',
  'before',
  'text',
  'events',
  'action',
  'person',
  'callbackUrl',
  'error',
]

for (const { open, page } of pageRows) {
  test(`no odd address or query of ${page} is answered with a fault`, async () => {
    const address = open(here)
    // This one calls a host that does not answer, each time for seconds, and reads no query.
    const queries = page.endsWith('/choose/[connection]') ? [] : odd
    const variants = [
      ...queries.flatMap((text) => [
        `${address}?${oddNames.map((name) => `${name}=${text}`).join('&')}`,
        `${address}?${oddNames.map((name) => `${name}=${text}&${name}=${text}`).join('&')}`,
      ]),
      ...odd.flatMap((text) => [
        ...(page.includes('[org]') ? [address.replace(here.organization.slug, text)] : []),
        ...(/\[(id|token|connection)\]$/.test(page) ? [address.replace(/[^/]+$/, text)] : []),
      ]),
    ]
    const faults: string[] = []
    for (const variant of variants) {
      const { status } = await see(variant, here.owner)
      if (status >= 500) faults.push(`${status} ${variant.slice(0, 120)}`)
    }
    expect(faults).toEqual([])
  })
}
