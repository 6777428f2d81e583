import type { Page, Response } from '@playwright/test'
import { serverUrls } from '../support/servers'
import { expect, test } from '../support/test'
import { shownPages } from './pages'
import { settled } from './settled'
import { createWorld, type World } from './world'

let world: World

test.beforeAll(async () => {
  world = await createWorld()
})

const missing: [string, (world: World) => string][] = [
  ['a page that does not exist', () => '/nobody/nowhere/at/all'],
  ['an organization that does not exist', () => '/nobody-has-this-slug/deployments'],
  ['a deployment that does not exist', ({ organization }) => `/${organization.slug}/deployments/999999999`],
  ['an invitation that does not exist', () => `/invite/${'x'.repeat(43)}`],
]

for (const { page: name, open, audience } of shownPages) {
  test(`${name} is sent with the headers that protect it, and breaks none of its own rules`, async ({
    page,
    signIn,
  }) => {
    if (audience !== 'anyone') await signIn(world.owner)
    const violations = await collectViolations(page)
    const response = await page.goto(open(world))
    expect(response?.status()).toBe(200)
    await expectProtected(page, response)
    await settled(page)
    expect(await violations()).toEqual([])
  })
}

test.describe('where there is nothing', () => {
  test.use({ expectedErrors: [/status of 404/] })

  for (const [name, open] of missing) {
    test(`${name} is sent with the same headers`, async ({ page, signIn }) => {
      await signIn(world.owner)
      const violations = await collectViolations(page)
      const response = await page.goto(open(world))
      expect(response?.status()).toBe(404)
      await expectProtected(page, response)
      expect(await violations()).toEqual([])
    })
  }
})

test('redirects and forwarded errors have a policy too', async () => {
  for (const path of ['/', `/${world.organization.slug}/deployments`, '/profile', '/%00', '/a%00b/deployments']) {
    const { status, headers } = await fetch(serverUrls()[0] + path, { redirect: 'manual' })
    expect.soft(status, path).toBeLessThan(500)
    if (status < 400) expect.soft(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    expect.soft(headers.get('x-powered-by'), path).toBeNull()
  }
})

test('no address of next-auth answers a page that can be framed', async () => {
  for (const path of ['signin', 'signout', 'error', 'verify-request', 'nothing', 'callback/credentials']) {
    const { headers } = await fetch(`${serverUrls()[0]}/api/auth/${path}`, { redirect: 'manual' })
    if (!headers.get('content-type')?.includes('html')) continue
    expect.soft(headers.get('content-security-policy') ?? '', path).toContain("frame-ancestors 'none'")
  }
})

async function expectProtected(page: Page, response: Response | null): Promise<void> {
  const headers = (await response?.allHeaders()) ?? {}
  const policy = headers['content-security-policy'] ?? ''
  const nonce = /script-src 'nonce-([\w+/=]{16,})'/.exec(policy)?.[1]
  expect(nonce, policy).toBeTruthy()
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toContain("form-action 'self'")
  expect(policy).not.toMatch(/unsafe-|\*/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toMatch(/^(same-origin|no-referrer|strict-origin)$/)
  expect(headers['x-powered-by']).toBeUndefined()
  expect(headers['cache-control']).toContain('no-store')
  const again = await page.request.get(response?.url() ?? '')
  expect(again.headers()['content-security-policy']).not.toContain(nonce ?? '')
  const markup = (await response?.text()) ?? ''
  expect(markup.match(/<script(?![^>]*\bnonce=")[^>]*>/g) ?? []).toEqual([])
  expect(markup.match(/<[^>]+\sstyle="/g) ?? []).toEqual([])
  expect(markup.match(/<[^>]+\son[a-z]+="/g) ?? []).toEqual([])
}

/** Reports what the browser refused because of the policy, from the first byte of the page on. */
async function collectViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}
