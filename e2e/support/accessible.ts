import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, hydrated } from './test'

export const schemes = ['light', 'dark'] as const

/** Expects that axe finds nothing wrong with what a page shows, in each of those colour schemes. */
export async function expectAccessible(page: Page, of: readonly ('light' | 'dark')[] = schemes): Promise<void> {
  await hydrated(page)
  for (const colorScheme of of) {
    await page.emulateMedia({ colorScheme })
    // A colour on its way from one scheme to the other has the contrast of neither.
    await page.evaluate(() =>
      Promise.all(document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? each.finished : []))),
    )
    const { violations } = await new AxeBuilder({ page }).analyze()
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
    expect(faults, `in ${colorScheme} colours`).toEqual([])
  }
}
