import type { Locator, Page } from '@playwright/test'
import { expect, hydrated, test } from './support/test'

const names = ['Insights', 'Deployments', 'Pull requests', 'Services', 'Teams', 'Risk', 'Settings']

test('an organization opens on its insights', async ({ page, tenant, signIn }) => {
  const { slug } = tenant.organization
  await signIn('member')
  await page.goto(`/${slug}`)
  await expect(page).toHaveURL(`/${slug}/insights`)
  await page.goto(`/${slug}/settings/plan`)
  await page.getByRole('link', { name: 'Leadline, start page' }).click()
  await expect(page).toHaveURL(`/${slug}/insights`)
})

test('links and keys lead to each part, and the sheet lists them', async ({ page, tenant, signIn }) => {
  const { slug } = tenant.organization
  await signIn('member')
  await page.goto(`/${slug}/settings/plan`)
  await hydrated(page)
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(names)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText(
    /giInsights.*gdDeployments.*gpPull requests.*gvServices.*gtTeams.*grRisk.*gsSettings/,
  )
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  for (const [key, part] of Object.entries({
    i: 'insights',
    d: 'deployments',
    p: 'pull-requests',
    v: 'services',
    t: 'teams',
    r: 'risk',
    s: 'settings/deployments',
  })) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL(`/${slug}/${part}`)
    await expect(links.and(page.locator('[aria-current]'))).toHaveCount(1)
  }
})

for (const [way, go] of Object.entries({
  'a link': (page: Page) => page.getByRole('link', { name: 'Refused only' }).click(),
  'a shortcut': async (page: Page) => {
    await page.keyboard.press('g')
    await page.keyboard.press('v')
  },
  'a filter': (page: Page) => page.getByRole('button', { name: 'Find' }).click(),
})) {
  test(`the window says that the page of ${way} is on its way`, async ({ page, tenant, signIn }) => {
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await signIn('owner')
    await page.goto(`/${tenant.organization.slug}/settings/deployments`)
    await hydrated(page)
    await page.route(/[?&]_rsc=/, async (route) => {
      await arrival
      await route.continue()
    })
    const loading = page.getByRole('status').getByText('Loading')
    await go(page)
    await expect(loading).toBeAttached()
    arrive()
    await expect(loading).toHaveCount(0)
  })
}

test.describe('an address of an organization that leads nowhere', () => {
  test.use({ expectedErrors: [/404/] })

  test('says so and keeps the way to the other parts', async ({ page, tenant, signIn }) => {
    const { slug } = tenant.organization
    await signIn('member')
    const response = await page.goto(`/${slug}/deployments/2147483647`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deployments' }).click()
    await expect(page).toHaveURL(`/${slug}/deployments`)
  })
})

for (const width of [320, 390]) {
  test.describe(`on a screen of ${width} pixels`, () => {
    test.use({ viewport: { width, height: 640 } })

    test('the parts fit next to each other, and the open tab is in sight', async ({ page, tenant, signIn }) => {
      await signIn('owner')
      for (const tab of ['plan', 'audit']) {
        await page.goto(`/${tenant.organization.slug}/settings/${tab}`)
        await hydrated(page)
        const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=page]')
        await expect.poll(async () => rightOf(current)).toBeLessThanOrEqual(width)
      }
      let end = 0
      for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
        const { left, right } = await link.evaluate(textEdges)
        expect(left).toBeGreaterThanOrEqual(end)
        end = right
      }
      expect(end).toBeLessThanOrEqual(width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  })
}

async function rightOf(link: Locator): Promise<number> {
  const box = await link.boundingBox()
  return box ? box.x + box.width : Number.POSITIVE_INFINITY
}

/** Where the words of a link begin and end. */
function textEdges(link: Element): { left: number; right: number } {
  const range = document.createRange()
  range.selectNodeContents(link)
  const { left, right } = range.getBoundingClientRect()
  return { left, right }
}
