import { expect, it } from 'vitest'
import { findSender } from '@/lib/accounts/sender'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { lockNamespace } from '@/lib/deployments/linking/lock-repositories'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { storeBehind } from '@/lib/deployments/store-event'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { requestLink } from './linker'

it('what cannot be linked is put off without waiting for marks that another process holds', async () => {
  const { tenant, repository, shas } = await tenantWithHistory(3)
  const organizationId = tenant.organization.id
  const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  const data = { deploymentId: shown.id, organizationId }
  const [held, free] = [await db().prisma.pendingLink.create({ data }), await db().prisma.pendingLink.create({ data })]
  await inTransaction(db().people, never, async (holder) => {
    await holder.query('SELECT FROM pending_links WHERE id = $1 FOR UPDATE', [held.id])
    await holder.query('SELECT pg_advisory_xact_lock($1, $2)', [lockNamespace, repository.id])
    await expect(requestLink({ organizationId, id: shown.id })).rejects.toThrow('lock timeout')
  })
  const attempts = async ({ id }: { id: bigint }) =>
    (await db().prisma.pendingLink.findFirstOrThrow({ where: { id } })).attempts
  expect([await attempts(held), await attempts(free)]).toEqual([0, 1])
})

it('a deployment is not linked again for events in its timeline that change nothing', async () => {
  const { tenant, repository, shas } = await tenantWithHistory(3)
  const organizationId = tenant.organization.id
  const event = deploymentBody({ commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  const { deploymentId: id } = (await postEvent(tenant.token, event)).body as { deploymentId: number }
  const sender = await findSender(organizationId)
  for (let twin = 0; twin < 3; twin += 1) {
    await storeBehind(db().people, sender, parseDeploymentEvent(event, new Date()))
  }
  const linked = await inTransaction(db().people, never, async (holder) => {
    await holder.query('SELECT pg_advisory_xact_lock($1, $2)', [lockNamespace, repository.id])
    return requestLink({ organizationId, id })
  })
  expect(linked.linkedPRs).toBe(2)
  expect(await db().prisma.pendingLink.count({ where: { organizationId } })).toBe(0)
})
