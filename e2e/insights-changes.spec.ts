import { db } from '@/lib/db/db'
import { at } from '@/lib/testing/deploy'
import { createHistory, createRepository, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { record, serverUrls } from './support/servers'
import { expect, test } from './support/test'

const [url] = serverUrls()
const hourMs = 3_600_000

/** `web` ships ten pull requests in each half of February, `api` two; from the 15th on those of `web` wait for 20 hours. */
async function seed(tenant: Tenant): Promise<void> {
  for (const [service, perHalf] of [['web', 10] as const, ['api', 2] as const]) {
    const repository = await createRepository(tenant.organization.id, `acme/${service}`)
    const shas = await createHistory(repository, 2 * perHalf + 1)
    for (let index = 1; index <= 2 * perHalf; index += 1) {
      const isLater = index > perHalf
      const completedAt = new Date(Date.UTC(2026, 1, isLater ? 15 + index - perHalf : index, 12))
      const mergedAt = new Date(completedAt.getTime() - (isLater && service === 'web' ? 20 : 1) * hourMs)
      const numbered = { repositoryId: repository.id, number: index + 1 }
      await db().prisma.pullRequest.updateMany({ where: numbered, data: { mergedAt } })
      const commits = { commitSha: at(shas, index), previousCommitSha: at(shas, index - 1) }
      const times = { startedAt: completedAt.toISOString(), completedAt: completedAt.toISOString() }
      await record(url, tenant.token, deploymentBody({ service, ...commits, ...times }))
    }
  }
}

test('which service made lead time worse is on the first page, and how is one click away', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`/${tenant.organization.slug}/insights?from=2026-02-15&to=2026-02-28`)
  const changes = page.getByRole('region', { name: 'What changed' })
  await expect(changes.getByRole('listitem').filter({ hasText: 'Lead time' })).toContainText(
    /20\sh \(\+19\sh, worse\)\. Mostly web \(\+19\sh\)\./,
  )
  await changes.getByRole('link', { name: 'Lead time for changes' }).click()
  await expect(page).toHaveURL(/\/insights\/lead-time\?from=2026-02-15&to=2026-02-28#what-changed$/)
  const rows = page.getByRole('table', { name: 'By service' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/web.*20\sh.*1\sh before.*10.*\+19\sh/)
  await expect(rows.last()).toContainText(/Together.*\+19\sh/)
  await expect(page.getByRole('region', { name: 'Trend' })).toContainText('The dashed line is the period before.')
})
