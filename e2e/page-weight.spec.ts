import type { Page, Response } from '@playwright/test'
import { shownPages } from './security/pages'
import { settled } from './security/settled'
import { createWorld, type World } from './security/world'
import { expect, test } from './support/test'

/** Compressed JavaScript that a page may transfer to a browser that has nothing of it yet. */
const scriptBytes = 170_000

let world: World

test.beforeAll(async () => {
  world = await createWorld()
})

for (const { page: name, open, audience } of shownPages) {
  test(`${name} transfers little JavaScript and does not shift`, async ({ page, signIn }) => {
    if (audience !== 'anyone') await signIn(world.owner)
    await watchShifts(page)
    await page.goto(open(world))
    await settled(page)
    const bytes = await page.evaluate(sumScripts)
    test.info().annotations.push({ type: 'JavaScript', description: `${bytes.toLocaleString('en')} bytes` })
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThanOrEqual(scriptBytes)
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  })
}

test('scripts are sent as the build packed them, and are packed for no request', async ({ page }) => {
  const answers: Response[] = []
  page.on('response', (response) => void (response.url().includes('.js') && answers.push(response)))
  await page.goto('/sign-in')
  await settled(page)
  expect(answers.length).toBeGreaterThan(3)
  for (const answer of answers) {
    const headers = await answer.allHeaders()
    // What is packed while it is sent has no length.
    const isPacked = headers['content-encoding'] === 'gzip'
    expect(Number(headers['content-length']), answer.url()).toBeGreaterThan(0)
    expect(isPacked || Number(headers['content-length']) < 1_024, answer.url()).toBe(true)
  }
})

/** Compressed bytes of all scripts that the page has fetched. */
function sumScripts(): number {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = resources.filter(({ name }) => /\.js(\?|$)/.test(name))
  return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}

type LayoutShift = PerformanceEntry & {
  hadRecentInput: boolean
  sources: { node: Element | Text | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Notes what moves that has been shown, without anyone having touched the page. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        for (const { node, previousRect: from, currentRect: to } of sources) {
          const what = `${node?.nodeName} ${node?.textContent?.slice(0, 60)}`
          shifts.push(`${what}: ${JSON.stringify(from)} to ${JSON.stringify(to)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
