import type { Page } from '@playwright/test'
import type { Tenant } from '@/lib/testing/factories'
import { hydrated } from './test'

/** The page of the deployment settings. */
export const pathOf = ({ organization }: Tenant) => `/${organization.slug}/settings/deployments`

export async function openSettings(page: Page, tenant: Tenant): Promise<void> {
  await page.goto(pathOf(tenant))
  await hydrated(page)
}

export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
