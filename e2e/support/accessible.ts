import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, hydrated } from './test'

export const schemes = ['light', 'dark'] as const

/** Expects that axe finds nothing wrong with what a page shows, in each of those colour schemes. */
export async function expectAccessible(page: Page, of: readonly ('light' | 'dark')[] = schemes): Promise<void> {
  await hydrated(page)
  for (const colorScheme of of) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(settleColours)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
    expect(faults, `in ${colorScheme} colours`).toEqual([])
  }
}

/** Waits out a change of colours, which have the contrast of neither scheme until then. A cancelled one is over too. */
async function settleColours(): Promise<void> {
  for (;;) {
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
    if (transitions.length === 0) return
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  }
}
