import { createMember, createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { record, serverUrls } from './support/servers'
import { sessionCookie } from './support/sessions'
import { expect, test } from './support/test'

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
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('5')
    const bodies = await Promise.all(refused.map((answer) => answer.text()))
    for (const body of bodies) expect(body).toMatch(/Too many (pages|reports|downloads)/)
  })
}

test('a reader who is refused is told so, and the page comes by itself', async ({ page, tenant, signIn }) => {
  await record(url, tenant.token, deploymentBody())
  const user = await signIn('member')
  const cookie = await sessionCookie(user.id)
  const reader = { tenant, cookie: `${cookie.name}=${cookie.value}` }
  const crowd = Promise.all(Array.from({ length: atOnce }, () => get(reader, 'insights')))
  await page.goto(`/${tenant.organization.slug}/insights`)
  await crowd
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible({ timeout: 20_000 })
})
