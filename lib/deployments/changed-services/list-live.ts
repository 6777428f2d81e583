import { AppError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/listed'
import { repositoryNameKeyOf, serviceKeyOf } from '@/lib/core/service-key'
import type { Read } from '@/lib/db/reading'
import { delivers } from '@/lib/deployments/delivers'
import { distinctNames } from '@/lib/deployments/filter-values'
import { findRepository } from '@/lib/deployments/linking/find-repository'
import { Prisma } from '@/lib/generated/prisma/client'

/** A service with paths of its own in a repository. `commitSha` is what is live of it; null when that is not known. */
export type LiveService = { service: string; globs: string[]; commitSha: string | null }

/** Each is looked up on its own. */
const maxServices = 500

/**
 * The services of a repository that have paths, with the commit of the last success of each in an environment of
 * production, under the name that it has in metrics. Throws `not_found` for a repository that is not known and for one
 * without such services, and as `findRepository` does.
 */
export async function listLiveServices(
  read: Read,
  organizationId: number,
  { repository: name, environment }: { repository: string; environment: string },
): Promise<LiveService[]> {
  const { id, fullName } = await findRepository(read, organizationId, name)
  const services = await read<{ name: string; globs: string[] }>(Prisma.sql`
    SELECT s.name_key AS name, s.globs FROM service_paths s
    WHERE s.organization_id = ${organizationId} AND s.repository_id = ${id}
    ORDER BY s.name_key LIMIT ${maxServices + 1}`)
  if (services.length > maxServices) {
    throw new AppError('invalid', `${fullName} has more than ${maxServices} services with paths. Name those you deploy`)
  }
  if (services.length === 0) {
    throw new AppError('not_found', `No service has paths in ${fullName}. Add them under Settings > Repositories`)
  }
  const named = await keysOf(read, organizationId, services)
  const live = await read<Live>(Prisma.sql`
    SELECT named.key, d.sha AS "commitSha" FROM unnest(${[...named.values()].flat()}::text[]) AS named(key), LATERAL (
      SELECT coalesce(d.resolved_sha, d.commit_sha) AS sha, d.completed_at FROM deployments d
      WHERE d.organization_id = ${organizationId} AND d.service_key = named.key
        AND d.environment_key = ${serviceKeyOf(environment)} AND ${delivers} AND d.completed_at IS NOT NULL
      ORDER BY d.completed_at DESC, d.id DESC LIMIT 1) d
    ORDER BY d.completed_at DESC`)
  const lasts = lastOfEach(named, live)
  return services.map(({ name, globs }) => {
    const last = lasts.get(name)
    return { service: last?.key ?? named.get(name)?.[0] ?? name, globs, commitSha: last?.commitSha ?? null }
  })
}

type Live = { key: string; commitSha: string }

/**
 * The first of what is live, the latest first, of each service that has some of its keys. Looks at each once: there may be
 * thousands of keys.
 */
export function lastOfEach<Last extends { key: string }>(
  named: ReadonlyMap<string, readonly string[]>,
  live: readonly Last[],
): Map<string, Last> {
  const nameOf = new Map([...named].flatMap(([name, keys]) => keys.map((key) => [key, name] as const)))
  const lasts = new Map<string, Last>()
  for (const each of live) {
    const name = nameOf.get(each.key)
    if (name !== undefined && !lasts.has(name)) lasts.set(name, each)
  }
  return lasts
}

const maxSpellings = 10_000

/** The keys by which deployments of each service are found: more than one where its letters beyond A to Z differ in case. */
async function keysOf(
  read: Read,
  organizationId: number,
  services: readonly { name: string }[],
): Promise<Map<string, string[]>> {
  let keys = new Map<string, string[]>()
  if (services.some(({ name }) => /[^\x20-\x7e]/.test(name))) {
    const spellings = await read<{ value: string }>(distinctNames(organizationId, 'service', maxSpellings))
    keys = groupBy([...new Set(spellings.map(({ value }) => serviceKeyOf(value)))], repositoryNameKeyOf)
  }
  return new Map(services.map(({ name }) => [name, keys.get(name) ?? [name]]))
}
