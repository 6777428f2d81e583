'use server'

import { z } from 'zod'
import { memberAction } from '@/lib/action'
import { runReport } from '@/lib/reports/run-report'
import { linkedWithin } from '@/lib/repositories/linked-within'
import { removeRepository } from '@/lib/repositories/remove'
import { removeServicePaths } from '@/lib/repositories/remove-service-paths'
import { addAlias, setAliases } from '@/lib/repositories/set-aliases'
import { setMonitored } from '@/lib/repositories/set-monitored'
import { setServicePaths } from '@/lib/repositories/set-service-paths'
import { syncNow } from '@/lib/repositories/sync-now'

const repositoryId = z.coerce.number().int().positive().max(2_147_483_647)
const lines = z.string().max(20_000, 'That are too many lines')
const linkingPatienceMs = 8_000

export const monitor = memberAction(
  'manager',
  z.object({ repositoryId, monitored: z.stringbool() }),
  async (input, { organization, user }) => setMonitored(organization.id, user.id, input.repositoryId, input.monitored),
)

export const sync = memberAction('manager', z.object({ repositoryId }), async (input, { organization }) =>
  syncNow(organization.id, input.repositoryId),
)

export const saveAliases = memberAction('manager', z.object({ repositoryId, names: lines }), async (input, member) => {
  const { organization, user } = member
  const { relinked } = await runReport(member, () =>
    setAliases(organization.id, user.id, input.repositoryId, input.names.split('\n')),
  )
  return linkedWithin(relinked, linkingPatienceMs)
})

export const useAsAlias = memberAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async (input, member) => {
    const { organization, user } = member
    const { relinked } = await runReport(member, () =>
      addAlias(organization.id, user.id, input.repositoryId, input.service),
    )
    return linkedWithin(relinked, linkingPatienceMs)
  },
)

export const savePaths = memberAction(
  'manager',
  z.object({ repositoryId, service: z.string(), globs: lines }),
  async ({ repositoryId: id, service, globs }, member) => {
    const { organization, user } = member
    const { relinked, matches } = await runReport(member, () =>
      setServicePaths(organization.id, user.id, id, service, globs.split('\n')),
    )
    return { matches, relinking: await linkedWithin(relinked, linkingPatienceMs) }
  },
)

export const removePaths = memberAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async (input, member) => {
    const { organization, user } = member
    const { relinked } = await runReport(member, () =>
      removeServicePaths(organization.id, user.id, input.repositoryId, input.service),
    )
    return linkedWithin(relinked, linkingPatienceMs)
  },
)

export const remove = memberAction('manager', z.object({ repositoryId, name: z.string() }), async (input, member) => {
  const { organization, user } = member
  const { relinked } = await runReport(member, () =>
    removeRepository(organization.id, user.id, input.repositoryId, input.name),
  )
  return linkedWithin(relinked, linkingPatienceMs)
})
