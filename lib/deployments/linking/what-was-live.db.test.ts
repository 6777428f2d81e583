import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { findSender } from '@/lib/accounts/sender'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { correctDeployment } from '@/lib/deployments/correct'
import { getDeployment } from '@/lib/deployments/get'
import { requestLink } from '@/lib/deployments/linking/linker'
import { linkPending } from '@/lib/deployments/linking/relink'
import { restoreDeployment } from '@/lib/deployments/restore'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { storeEvent } from '@/lib/deployments/store-event'
import { voidDeployment } from '@/lib/deployments/void'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody, type Tenant } from '@/lib/testing/factories'

type Fields = Record<string, unknown>

const during = (hour: number) => ({
  startedAt: new Date(Date.UTC(2026, 2, 2, hour)).toISOString(),
  completedAt: new Date(Date.UTC(2026, 2, 2, hour, 30)).toISOString(),
})

async function numbersOf(tenant: Tenant, deploymentId: string): Promise<number[]> {
  // A busy machine may answer before all is linked.
  await linkPending(tenant.organization.id)
  const { pullRequests } = await getDeployment(tenant.organization.id, deploymentId)
  return pullRequests.map(({ number }) => number).sort((a, b) => a - b)
}

/** A success of commit 5, one of commit 8 that `bad` says more of, and one of commit 11 that names 8 as previous. */
async function three(bad: Fields = {}) {
  const { tenant, repository, shas } = await tenantWithHistory(16)
  const organizationId = tenant.organization.id
  const middle = {
    deploymentId: 'middle',
    service: 'api',
    commitSha: at(shas, 8),
    previousCommitSha: at(shas, 5),
    ...during(10),
  }
  await deploy(tenant, { deploymentId: 'first', service: 'api', commitSha: at(shas, 5), ...during(9) })
  const { shown } = await deploy(tenant, { ...middle, ...bad })
  await deploy(tenant, {
    deploymentId: 'last',
    service: 'api',
    commitSha: at(shas, 11),
    previousCommitSha: at(shas, 8),
    ...during(11),
  })
  const again = async (fields: Fields) => {
    await deploy(tenant, { ...middle, ...fields })
    return numbersOf(tenant, 'last')
  }
  const last = () => numbersOf(tenant, 'last')
  return { tenant, organizationId, repository, shas, id: shown.id, middle, again, last }
}

const sinceMiddle = [10, 11, 12]
const sinceFirst = [7, 8, 9, ...sinceMiddle]

describe('a range begins elsewhere', () => {
  it.each(['failure', 'cancelled', 'rolled_back'])(
    'once the deployment of the previous commit is %s',
    async (status) => {
      const { again, last } = await three()
      expect(await last()).toEqual(sinceMiddle)
      expect(await again({ status, completedAt: during(12).completedAt })).toEqual(sinceFirst)
      expect(await again({ completedAt: during(13).completedAt })).toEqual(sinceMiddle)
    },
  )

  it('once a run that failed is repeated as another deployment', async () => {
    const { again, last } = await three({ status: 'failure' })
    expect(await last()).toEqual(sinceFirst)
    const repeated = {
      deploymentId: 'repeated',
      startedAt: '2026-03-02T10:40:00Z',
      completedAt: '2026-03-02T10:50:00Z',
    }
    expect(await again(repeated)).toEqual(sinceMiddle)
  })

  it('once a failed deployment says that it was of another commit', async () => {
    const { again, last, shas } = await three({ status: 'failure' })
    expect(await last()).toEqual(sinceFirst)
    const corrected = { status: 'failure', commitSha: at(shas, 7), completedAt: during(12).completedAt }
    expect(await again(corrected)).toEqual(sinceMiddle)
    expect(await again({ ...corrected, commitSha: at(shas, 8), completedAt: during(13).completedAt })).toEqual(
      sinceFirst,
    )
  })

  it('once a failed deployment is void, and again when it is restored', async () => {
    const { organizationId, id, last } = await three({ status: 'failure' })
    await voidDeployment(operatorOf(organizationId), id, 'a test')
    expect(await last()).toEqual(sinceMiddle)
    await restoreDeployment(operatorOf(organizationId), id, 'no test')
    expect(await last()).toEqual(sinceFirst)
  })

  it('once a failed deployment belongs to another service, and again when it does not', async () => {
    const { organizationId, id, last } = await three({ status: 'failure' })
    await correctDeployment(operatorOf(organizationId), id, { service: 'web' }, 'a test')
    expect(await last()).toEqual(sinceMiddle)
    await correctDeployment(operatorOf(organizationId), id, { service: null }, 'no test')
    expect(await last()).toEqual(sinceFirst)
  })

  it('once the last success is another one', async () => {
    const { tenant, last, shas } = await three({ status: 'failure' })
    const between = {
      deploymentId: 'between',
      service: 'api',
      commitSha: at(shas, 6),
      startedAt: '2026-03-02T09:40:00Z',
    }
    await deploy(tenant, { ...between, completedAt: '2026-03-02T09:50:00Z' })
    expect(await last()).toEqual([8, 9, ...sinceMiddle])
    await deploy(tenant, { ...between, status: 'failure', completedAt: '2026-03-02T09:55:00Z' })
    expect(await last()).toEqual(sinceFirst)
  })

  it('not when a deployment of the same commit succeeded as well', async () => {
    const { tenant, last, shas } = await three()
    const other = { service: 'api', commitSha: at(shas, 8), status: 'failure', startedAt: '2026-03-02T10:40:00Z' }
    await deploy(tenant, { ...other, completedAt: '2026-03-02T10:50:00Z' })
    expect(await last()).toEqual(sinceMiddle)
  })

  it('when what was live is rolled back later than what was deployed on top of it', async () => {
    const { again, last } = await three()
    expect(await last()).toEqual(sinceMiddle)
    expect(await again({ status: 'rolled_back', completedAt: during(20).completedAt })).toEqual(sinceFirst)
  })
})

describe('a deployment that is stored while another is linked', () => {
  const linkOf = async (tenant: Tenant, body: Fields, meanwhile: () => Promise<unknown>) => {
    const sender = await findSender(tenant.organization.id)
    const event = parseDeploymentEvent(body, new Date())
    const { id } = await inTransaction(db().ingest, never, async (client) => {
      const stored = await storeEvent(client, sender, event)
      await meanwhile()
      return stored
    })
    await requestLink({ organizationId: tenant.organization.id, id })
  }

  it.each(['what failed', 'what names it'])('is seen by one of the two: first %s', async (first) => {
    const { tenant, shas } = await tenantWithHistory(16)
    await deploy(tenant, { commitSha: at(shas, 5), ...during(9) })
    const failed = deploymentBody({ commitSha: at(shas, 8), status: 'failure', ...during(10) })
    const fix = deploymentBody({ commitSha: at(shas, 11), previousCommitSha: at(shas, 8), ...during(11) })
    const [one, other] = first === 'what failed' ? [failed, fix] : [fix, failed]
    await linkOf(tenant, one, () => deploy(tenant, other))
    expect(await numbersOf(tenant, String(fix.deploymentId))).toEqual(sinceFirst)
  })
})

it('a deployment that runs again shows nothing of the commit that it had', async () => {
  const { tenant, shas } = await tenantWithHistory(20)
  const done = await deploy(tenant, { commitSha: at(shas, 12), ...during(10) })
  const { shown } = await deploy(tenant, {
    deploymentId: done.shown.deploymentId,
    commitSha: at(shas, 13),
    status: 'in_progress',
    startedAt: during(12).startedAt,
    completedAt: null,
  })
  expect(shown).toMatchObject({ linkedPRs: 0, resolvedSha: null, reason: 'not successful' })
  expect(shown.commit).toMatchObject({ repository: 'acme/api', pullRequests: [{ number: 14 }] })
})
