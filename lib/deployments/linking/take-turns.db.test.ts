import { expect, it, onTestFinished, vi } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { linkDue } from '@/lib/deployments/linking/relink'
import { at, deploy, linkAllDue, tenantWithHistory } from '@/lib/testing/deploy'

const signal = new AbortController().signal

/** An organization with so many deployments that are to be linked again. */
async function marked(count: number) {
  const { tenant, shas } = await tenantWithHistory(3)
  const { id: organizationId } = tenant.organization
  for (let n = 0; n < count; n += 1) await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  await db().people.query(
    `INSERT INTO pending_links (deployment_id, organization_id)
     SELECT id, organization_id FROM deployments WHERE organization_id = $1`,
    [organizationId],
  )
  return { organizationId, marks: () => db().prisma.pendingLink.count({ where: { organizationId } }) }
}

it('of an organization whose deployments take long to link, one is linked before the turn of another', async () => {
  const [slow, other] = [await marked(3), await marked(1)]
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 11_000
    return now
  })
  onTestFinished(() => clock.mockRestore())
  expect(await linkDue(signal)).toBe(true)
  expect([await slow.marks(), await other.marks()]).toEqual([2, 1])
  expect(await linkDue(signal)).toBe(true)
  expect([await slow.marks(), await other.marks()]).toEqual([2, 0])
  await linkAllDue()
  expect(await slow.marks()).toBe(0)
})

it('an organization that is being linked is left to whom it is linked by, and others are linked meanwhile', async () => {
  const [held, other] = [await marked(1), await marked(2)]
  await inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM repositories WHERE organization_id = $1 FOR UPDATE', [held.organizationId])
    const linking = linkDue(signal)
    expect(await linkDue(signal)).toBe(false)
    expect([await held.marks(), await other.marks()]).toEqual([1, 0])
    await expect(linking).rejects.toThrow('lock timeout')
  })
})
