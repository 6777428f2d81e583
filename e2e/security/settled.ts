import type { Page } from '@playwright/test'
import { hydrated } from '../support/test'

/** Waits until a page has its fonts and its scripts and has drawn what they change. */
export async function settled(page: Page): Promise<void> {
  await hydrated(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })
}
