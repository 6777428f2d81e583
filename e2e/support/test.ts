import { test as base, expect, type Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import type { Organization } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/generated/prisma/enums'
import { createMember, createTenant, type Tenant, type TestUser } from '@/lib/testing/factories'
import { serverUrls } from './servers'
import { sessionCookie } from './sessions'

type Fixtures = {
  /** An organization of this test alone, with an API key. */
  tenant: Tenant
  /** Signs this test's browser in as a user; without one as a new member with that role in the tenant. */
  signIn: (who?: Role | TestUser, organization?: Organization) => Promise<TestUser>
  /** Texts that the browser's console may show as errors in this test. */
  expectedErrors: RegExp[]
  console: undefined
}

/** A test in a browser on the production build. What the console reports as an error, or throws, fails it. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of the pattern
  baseURL: async ({}, use) => use(serverUrls()[0]),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  tenant: async ({}, use) => use(await createTenant({ name: 'Acme' })),
  signIn: async ({ context, tenant, baseURL }, use) => {
    await use(async (who = 'owner', organization = tenant.organization) => {
      const user = typeof who === 'string' ? await createMember(organization.id, who) : who
      await context.addCookies([
        { ...(await sessionCookie(user.id)), url: baseURL ?? '', httpOnly: true, sameSite: 'Lax' },
      ])
      return user
    })
  },
  expectedErrors: [[], { option: true }],
  console: [
    async ({ page, expectedErrors }, use) => {
      const errors = collectErrors(page)
      await use(undefined)
      const unexpected = errors.filter((text) => !expectedErrors.some((expected) => expected.test(text)))
      expect(unexpected, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

test.afterAll(() => db().close())

export { expect }

/**
 * Waits until React has taken over the page and committed it, so that the next click is handled; `streamed` is an element
 * of a part that comes later.
 */
export async function hydrated(page: Page, streamed: string | null = null): Promise<void> {
  await page.waitForFunction((selector) => {
    const isTakenOver = (element: Element | null) => Object.keys(element ?? {}).some((key) => key.startsWith('__react'))
    const found = Object.entries(document).find(([key]) => key.startsWith('__reactContainer$'))
    const container = found?.[1] as
      | { stateNode?: { current: { memoizedState?: { isDehydrated?: boolean } } } }
      | undefined
    const dehydrated = container?.stateNode?.current.memoizedState?.isDehydrated ?? false
    return !dehydrated && isTakenOver(document.body) && (!selector || isTakenOver(document.querySelector(selector)))
  }, streamed)
}

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on(
    'console',
    (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
  )
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}
