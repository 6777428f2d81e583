'use server'

import { z } from 'zod'
import type { InTurn } from '@/lib/core/fair-queue'
import { linkedWithin } from '@/lib/sources/repositories/linked-within'
import { removeRepository } from '@/lib/sources/repositories/remove'
import { removeServicePaths } from '@/lib/sources/repositories/remove-service-paths'
import { addAlias, setAliases } from '@/lib/sources/repositories/set-aliases'
import { setMonitored } from '@/lib/sources/repositories/set-monitored'
import { setServicePaths } from '@/lib/sources/repositories/set-service-paths'
import { syncNow } from '@/lib/sources/repositories/sync-now'
import { linkingAction, memberAction } from '@/lib/web/action'
import { markInTurn } from '@/lib/web/change-in-turn'
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

/** Stores in turn, and then says how far linking has come. */
async function relink(inTurn: InTurn, store: () => Promise<{ relinked: Promise<number> }>) {
  const { relinked } = await inTurn(store)
  return linkedWithin(relinked, linkingTimeoutMs)
}

export const saveAliases = linkingAction(
  'manager',
  z.object({ repositoryId, names: lines }),
  async ({ repositoryId: id, names }, { actor }, inTurn) =>
    relink(inTurn, () => setAliases(actor, id, names.split('\n'))),
  markInTurn,
)

export const useAsAlias = linkingAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async ({ repositoryId: id, service }, { actor }, inTurn) => relink(inTurn, () => addAlias(actor, id, service)),
  markInTurn,
)

export const savePaths = linkingAction(
  'manager',
  z.object({ repositoryId, service: z.string(), globs: lines }),
  async ({ repositoryId: id, service, globs }, member, inTurn) => {
    const turns = { count: <T>(work: () => Promise<T>) => runReport(member, work), store: inTurn }
    const { relinked, matches } = await setServicePaths(member.actor, id, service, globs.split('\n'), turns)
    return { matches, relinking: await linkedWithin(relinked, linkingTimeoutMs) }
  },
  markInTurn,
)

export const removePaths = linkingAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async ({ repositoryId: id, service }, { actor }, inTurn) =>
    relink(inTurn, () => removeServicePaths(actor, id, service)),
  markInTurn,
)

export const remove = linkingAction(
  'manager',
  z.object({ repositoryId, name: z.string() }),
  async ({ repositoryId: id, name }, { actor }, inTurn) => {
    const { relinked } = await removeRepository(actor, id, name, inTurn)
    return linkedWithin(relinked, linkingTimeoutMs)
  },
  markInTurn,
)
