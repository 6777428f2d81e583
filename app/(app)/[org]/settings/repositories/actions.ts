'use server'

import { z } from 'zod'
import { linkedWithin } from '@/lib/sources/repositories/linked-within'
import { removeRepository } from '@/lib/sources/repositories/remove'
import { removeServicePaths } from '@/lib/sources/repositories/remove-service-paths'
import { addAlias, setAliases } from '@/lib/sources/repositories/set-aliases'
import { setMonitored } from '@/lib/sources/repositories/set-monitored'
import { setServicePaths } from '@/lib/sources/repositories/set-service-paths'
import { syncNow } from '@/lib/sources/repositories/sync-now'
import { markingAction, memberAction } from '@/lib/web/action'
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

export const saveAliases = markingAction(
  'manager',
  z.object({ repositoryId, names: lines }),
  async ({ repositoryId: id, names }, { actor }, inTurn) => {
    const { relinked } = await inTurn(() => setAliases(actor, id, names.split('\n')))
    return linkedWithin(relinked, linkingTimeoutMs)
  },
)

export const useAsAlias = markingAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async ({ repositoryId: id, service }, { actor }, inTurn) => {
    const { relinked } = await inTurn(() => addAlias(actor, id, service))
    return linkedWithin(relinked, linkingTimeoutMs)
  },
)

export const savePaths = markingAction(
  'manager',
  z.object({ repositoryId, service: z.string(), globs: lines }),
  async ({ repositoryId: id, service, globs }, member, inTurn) => {
    const turns = { count: <T>(work: () => Promise<T>) => runReport(member, work), store: inTurn }
    const { relinked, matches } = await setServicePaths(member.actor, id, service, globs.split('\n'), turns)
    return { matches, relinking: await linkedWithin(relinked, linkingTimeoutMs) }
  },
)

export const removePaths = markingAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async ({ repositoryId: id, service }, { actor }, inTurn) => {
    const { relinked } = await inTurn(() => removeServicePaths(actor, id, service))
    return linkedWithin(relinked, linkingTimeoutMs)
  },
)

export const remove = markingAction(
  'manager',
  z.object({ repositoryId, name: z.string() }),
  async ({ repositoryId: id, name }, { actor }, inTurn) => {
    const { relinked } = await removeRepository(actor, id, name, inTurn)
    return linkedWithin(relinked, linkingTimeoutMs)
  },
)
