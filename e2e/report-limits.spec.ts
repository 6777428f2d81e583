import { db } from '@/lib/db/db'
import { createMember, createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { callAction } from './security/call-action'
import { record, serverUrls } from './support/servers'
import { sessionCookie } from './support/sessions'
import { expect, test } from './support/test'
import { whileHeld } from './support/waiting'

const [url] = serverUrls()
const atOnce = 60

test.use({ expectedErrors: [/status of 503/] })

type Reader = { tenant: Tenant; cookie: string }

async function createReader(name: string): Promise<Reader> {
  const tenant = await createTenant({ name })
  await record(url, tenant.token, deploymentBody())
  const cookie = await sessionCookie((await createMember(tenant.organization.id, 'member')).id)
  return { tenant, cookie: `${cookie.name}=${cookie.value}` }
}

const get = ({ tenant, cookie }: Reader, path: string) =>
  fetch(`${url}/${tenant.organization.slug}/${path}`, { headers: { cookie }, redirect: 'manual' })

for (const path of ['insights', 'insights/deployment-frequency/csv', 'services', 'wall', 'settings/deployments']) {
  test(`${atOnce} requests for ${path} at once take nothing from another organization`, async () => {
    const many = await createReader('Many')
    const other = await createReader('Other')
    const crowd = Promise.all(Array.from({ length: atOnce }, () => get(many, path)))
    const page = await get(other, 'insights')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Insights')
    const answers = await crowd
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toContain(200)
    const refused = answers.filter(({ status }) => status === 503)
    // Pages of one session are made three at a time, and most wait so long that their reports find a turn.
    if (path.endsWith('/csv')) expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      // On a machine so slow that a page waits for ten seconds, its session is told to come back later.
      const waited = answer.headers.get('retry-after') === '60'
      expect(await answer.text()).toMatch(
        waited ? /The server is busy/ : /Too much at once|Too many (reports|downloads)/,
      )
      if (!waited) expect(answer.headers.get('retry-after')).toBe('5')
    }
  })
}

test('a reader who is refused is told so, and the page comes automatically', async ({ page, tenant, signIn }) => {
  await record(url, tenant.token, deploymentBody())
  const user = await signIn('member')
  const cookie = await sessionCookie(user.id)
  const reader = { tenant, cookie: `${cookie.name}=${cookie.value}` }
  const crowd = Promise.all(Array.from({ length: atOnce }, () => get(reader, 'insights')))
  await page.goto(`/${tenant.organization.slug}/insights`)
  await crowd
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible({ timeout: 20_000 })
})

test('changes that wait for another of their organization hold few connections', async () => {
  const { organization } = await createTenant({ name: 'Changing' })
  const manager = await createMember(organization.id, 'manager')
  const { name, value } = await sessionCookie(manager.id)
  const action = { file: 'app/(app)/[org]/settings/deployments/actions.ts', name: 'saveTimeZone' }
  const change = () =>
    callAction(action, {
      page: `/${organization.slug}/settings/deployments`,
      fields: { organization: organization.slug, timeZone: 'Europe/Berlin' },
      cookie: `${name}=${value}`,
    })
  await whileHeld(organization.id, async (_holder, countWaiting) => {
    const changes = Promise.all(Array.from({ length: 8 }, change))
    const waiting: number[] = []
    let answered = false
    changes.finally(() => {
      answered = true
    })
    while (!answered) waiting.push(await countWaiting())
    const messages = (await changes).map(({ state }) => state?.message ?? '')
    expect(Math.max(...waiting)).toBe(2)
    for (const message of messages) expect(message).toMatch(/Another change|Too much runs at once/)
  })
  expect(await change()).toMatchObject({ state: { status: 'done' } })
})

test.afterAll(() => db().close())
