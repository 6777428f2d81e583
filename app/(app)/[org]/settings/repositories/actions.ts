'use server'

import { z } from 'zod'
import { linkedWithin } from '@/lib/sources/repositories/linked-within'
import { removeRepository } from '@/lib/sources/repositories/remove'
import { removeServicePaths } from '@/lib/sources/repositories/remove-service-paths'
import { addAlias, setAliases } from '@/lib/sources/repositories/set-aliases'
import { setMonitored } from '@/lib/sources/repositories/set-monitored'
import { setServicePaths } from '@/lib/sources/repositories/set-service-paths'
import { syncNow } from '@/lib/sources/repositories/sync-now'
import { memberAction } from '@/lib/web/action'
import { runReport } from '@/lib/web/run-report'

const repositoryId = z.coerce.number().int().positive().max(2_147_483_647)
const lines = z.string().max(20_000, 'Too many lines (at most 20,000 characters)')
const linkingTimeoutMs = 8_000

export const monitor = memberAction(
  'manager',
  z.object({ repositoryId, monitored: z.stringbool() }),
  async (input, { actor }) => setMonitored(actor, input.repositoryId, input.monitored),
)

export const sync = memberAction('manager', z.object({ repositoryId }), async (input, { organization }) =>
  syncNow(organization.id, input.repositoryId),
)

export const saveAliases = memberAction('manager', z.object({ repositoryId, names: lines }), async (input, member) => {
  const { actor } = member
  const { relinked } = await runReport(member, () => setAliases(actor, input.repositoryId, input.names.split('\n')))
  return linkedWithin(relinked, linkingTimeoutMs)
})

export const useAsAlias = memberAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async (input, member) => {
    const { actor } = member
    const { relinked } = await runReport(member, () => addAlias(actor, input.repositoryId, input.service))
    return linkedWithin(relinked, linkingTimeoutMs)
  },
)

export const savePaths = memberAction(
  'manager',
  z.object({ repositoryId, service: z.string(), globs: lines }),
  async ({ repositoryId: id, service, globs }, member) => {
    const { actor } = member
    const { relinked, matches } = await runReport(member, () => setServicePaths(actor, id, service, globs.split('\n')))
    return { matches, relinking: await linkedWithin(relinked, linkingTimeoutMs) }
  },
)

export const removePaths = memberAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async (input, member) => {
    const { actor } = member
    const { relinked } = await runReport(member, () => removeServicePaths(actor, input.repositoryId, input.service))
    return linkedWithin(relinked, linkingTimeoutMs)
  },
)

export const remove = memberAction('manager', z.object({ repositoryId, name: z.string() }), async (input, member) => {
  const { actor } = member
  const { relinked } = await runReport(member, () => removeRepository(actor, input.repositoryId, input.name))
  return linkedWithin(relinked, linkingTimeoutMs)
})
