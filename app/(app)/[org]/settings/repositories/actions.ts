'use server'

import { z } from 'zod'
import type { Member } from '@/lib/accounts/auth/require-member'
import type { InTurn } from '@/lib/core/fair-queue'
import { linkedWithin } from '@/lib/sources/repositories/linked-within'
import { removeRepository } from '@/lib/sources/repositories/remove'
import { removeServicePaths } from '@/lib/sources/repositories/remove-service-paths'
import { addAlias, setAliases } from '@/lib/sources/repositories/set-aliases'
import { setMonitored } from '@/lib/sources/repositories/set-monitored'
import { setServicePaths } from '@/lib/sources/repositories/set-service-paths'
import { syncNow } from '@/lib/sources/repositories/sync-now'
import { linkingAction, memberAction } from '@/lib/web/action'
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
async function relink(member: Member, inTurn: InTurn, store: () => Promise<{ relinked: Promise<number> }>) {
  const { relinked } = await inTurn(() => runReport(member, store))
  return linkedWithin(relinked, linkingTimeoutMs)
}

export const saveAliases = linkingAction(
  'manager',
  z.object({ repositoryId, names: lines }),
  async ({ repositoryId: id, names }, member, inTurn) =>
    relink(member, inTurn, () => setAliases(member.actor, id, names.split('\n'))),
)

export const useAsAlias = linkingAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async ({ repositoryId: id, service }, member, inTurn) =>
    relink(member, inTurn, () => addAlias(member.actor, id, service)),
)

export const savePaths = linkingAction(
  'manager',
  z.object({ repositoryId, service: z.string(), globs: lines }),
  async ({ repositoryId: id, service, globs }, member, inTurn) => {
    const set = () => setServicePaths(member.actor, id, service, globs.split('\n'))
    const { relinked, matches } = await inTurn(() => runReport(member, set))
    return { matches, relinking: await linkedWithin(relinked, linkingTimeoutMs) }
  },
)

export const removePaths = linkingAction(
  'manager',
  z.object({ repositoryId, service: z.string() }),
  async ({ repositoryId: id, service }, member, inTurn) =>
    relink(member, inTurn, () => removeServicePaths(member.actor, id, service)),
)

export const remove = linkingAction(
  'manager',
  z.object({ repositoryId, name: z.string() }),
  async ({ repositoryId: id, name }, member, inTurn) =>
    relink(member, inTurn, () => removeRepository(member.actor, id, name)),
)
