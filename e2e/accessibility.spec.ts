import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { createTestDatabase } from '@/lib/testing/create-test-database'
import { createTenant } from '@/lib/testing/factories'
import { shownPages } from './security/pages'
import { createWorld, type World } from './security/world'
import { expectAccessible } from './support/accessible'
import { startExtraServer } from './support/extra-server'
import { setupLinkOf } from './support/setup-link'
import { expect, hydrated, test } from './support/test'

let world: World

test.beforeAll(async () => {
  world = await createWorld()
})

const onPhone = { width: 390, height: 844 }

test.describe('axe finds nothing wrong in light, in dark and on a phone', () => {
  for (const { page: name, open, audience } of shownPages) {
    test(`${name}, which has one main heading and one main part`, async ({ page, signIn }) => {
      if (audience !== 'anyone') await signIn(world.owner)
      await page.goto(open(world))
      await expectAccessibleOnAllScreens(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('main')).toHaveCount(1)
    })
  }

  for (const { page: name, open } of shownPages.filter(
    ({ page, audience }) => audience === 'members' && !page.endsWith(']'),
  )) {
    test(`${name} with nothing in it yet, for a member`, async ({ page, signIn, tenant }) => {
      await signIn('member')
      await page.goto(open({ ...world, ...tenant }))
      await expectAccessibleOnAllScreens(page)
    })
  }

  test.describe('an address without a page', () => {
    test.use({ expectedErrors: [/status of 404/] })

    test('of the site', async ({ page }) => {
      await page.goto('/nothing/here')
      await expectAccessibleOnAllScreens(page)
    })

    test('of an organization', async ({ page, signIn }) => {
      await signIn(world.owner)
      await page.goto(`/${world.organization.slug}/deployments/987654321`)
      await expectAccessibleOnAllScreens(page)
    })
  })
})

async function expectAccessibleOnAllScreens(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize(onPhone)
  await expectAccessible(page, ['light'])
}

test('axe finds nothing wrong at the first start', async ({ page }) => {
  const database = await createTestDatabase()
  const server = await startExtraServer({ DATABASE_URL: database.url })
  try {
    await page.goto(`${server.url}/setup`)
    await expect(page.getByRole('heading', { name: 'Open the setup link' })).toBeVisible()
    await expectAccessible(page)
    await page.goto(await setupLinkOf({ url: server.url, databaseUrl: database.url }))
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await expectAccessible(page)
  } finally {
    await server.stop()
    await database.drop()
  }
})

test('every page has a title of its own', async ({ page, signIn }) => {
  await signIn(world.owner)
  const titles: (string | undefined)[] = []
  for (const { page: name, open } of shownPages) {
    if (name === '/sign-in') continue
    const html = await (await page.request.get(open(world))).text()
    titles.push(/<title>([^<]+)<\/title>/.exec(html)?.[1])
  }
  expect(titles).not.toContain(undefined)
  expect(titles).toEqual([...new Set(titles)])
})

/** Nothing stands before its content. */
const pageWithoutRail = '/[org]/wall'

for (const { page: name, open } of shownPages.filter(({ audience }) => audience === 'members')) {
  test(`everything that can be pressed on ${name} can be reached with the keyboard, and shows where one is`, async ({
    page,
    signIn,
  }) => {
    await signIn(world.owner)
    await page.goto(open(world))
    await hydrated(page)
    if (name !== pageWithoutRail) {
      await page.keyboard.press('Tab')
      const skip = page.locator(':focus')
      await expect(skip).toHaveText('Skip to the content')
      await expect(skip).toBeInViewport()
    }
    const invisible: string[] = []
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate(describeFocus)
      if (found) invisible.push(found)
    }
    expect(invisible).toEqual([])
  })
}

/** What has the focus without showing it; null when all is well. */
function describeFocus(): string | null {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
  const shows = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  return shows ? null : element.outerHTML.slice(0, 120)
}

test('axe finds nothing wrong after the trial', async ({ page, signIn, tenant }) => {
  const ended = new Date(Date.now() - 86_400_000)
  const began = new Date(ended.getTime() - 14 * 86_400_000)
  await db().prisma.organization.update({
    where: { id: tenant.organization.id },
    data: { plan: 'free', trialStartedAt: began, trialEndsAt: ended },
  })
  await signIn('member')
  await page.goto(`/${tenant.organization.slug}/deployments`)
  await expect(page.getByRole('complementary', { name: 'Trial' })).toContainText('ended')
  await expectAccessible(page)
})

test.describe('what opens on request', () => {
  test('the organization switcher', async ({ page, signIn }) => {
    const { organization } = await createTenant({ name: 'Second' })
    await signIn('owner', organization)
    await page.goto(`/${organization.slug}/settings/members`)
    await page.getByRole('button', { name: /Second/ }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expectAccessible(page)
  })

  test('the confirmation before a key is revoked', async ({ page, signIn }) => {
    await signIn(world.owner)
    await page.goto(`/${world.organization.slug}/settings/deployments`)
    await hydrated(page)
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
})
