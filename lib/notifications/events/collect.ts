import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { loadTeams } from '@/lib/insights/reports/load-teams'
import { checkAlerts } from '../alerts/check'
import { describeOnce } from './describe-once'
import { findAlerts } from './find-alerts'
import { findDigest } from './find-digest'
import { findFailures } from './find-failures'
import { findRecoveries } from './find-recoveries'
import { findSignals } from './find-signals'
import { horizonMs, type Occurrence, type Place } from './occurrence'
import { store } from './store'

/** A transaction that is not committed yet may store as of so long ago; linking is waited for within it too. */
const overlapMs = 3 * 60_000

/**
 * Finds what happened in an organization up to `now`, and stores what its destinations are to be sent of it: once each,
 * however often it is found. What one destination cannot be told keeps nothing from others; the last error is thrown after
 * all. `seenUntil` is the `now` of the last time; null for the first.
 */
export async function collect(organizationId: number, now: Date, seenUntil: Date | null): Promise<void> {
  const { prisma } = db()
  const destinations = await prisma.notificationDestination.findMany({
    where: { organizationId, pausedAt: null },
    select: { id: true, topics: true, services: true, teams: true, since: true, digestWeekday: true, digestHour: true },
  })
  if (destinations.length === 0) return
  const { slug, name, timeZone, rolledBackFails } = await prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { slug: true, name: true, timeZone: true, rolledBackFails: true },
  })
  const horizon = now.getTime() - horizonMs
  const since = new Date(Math.max(horizon, Math.min(...destinations.map((one) => one.since.getTime()))))
  const storedAfter = new Date(Math.max(horizon, (seenUntil?.getTime() ?? 0) - overlapMs))
  const chosen = new Set(destinations.flatMap(({ topics }) => topics))
  const place: Place = { organizationId, slug, name, timeZone, rolledBackFails }
  const failed: unknown[] = []
  const { occurrences, teams } = await reading(async (read) => ({
    occurrences: [
      ...(chosen.has('failed') ? await findFailures(read, place, { since, storedAfter }) : []),
      ...(chosen.has('recovered') ? await findRecoveries(read, place, since) : []),
      ...(['stuck', 'refused', 'high-signal'].some((topic) => chosen.has(topic))
        ? await findSignals(read, place, since)
        : []),
    ],
    teams: await loadTeams(read, organizationId),
  }))
  if (chosen.has('metric')) {
    await checkAlerts(organizationId, now).catch((error: unknown) => failed.push(error))
    occurrences.push(...(await findAlerts(place, since)))
  }
  const described = describeOnce(occurrences)
  for (const destination of destinations) {
    const digest = findDigest(place, destination, now)
    const own = [
      ...described.filter((occurrence) => isFor(destination, occurrence, teams)),
      ...(digest === null ? [] : [digest]),
    ]
    const owner = { organizationId, destinationId: destination.id }
    await store(owner, own, now).catch((error: unknown) => failed.push(error))
  }
  if (failed.length > 0) throw failed.at(-1)
}

type Choices = { topics: string[]; services: string[]; teams: string[]; since: Date }

/** Whether a destination is told. What is about no service is for those that are narrowed to none. */
function isFor(
  { topics, services, teams, since }: Choices,
  { topic, at, service, team }: Occurrence,
  teamOf: Map<string, string>,
) {
  if (!topics.includes(topic) || at <= since) return false
  if (services.length === 0 && teams.length === 0) return true
  const itsTeam = service === null ? team : teamOf.get(service)
  return (service !== null && services.includes(service)) || teams.includes(itsTeam ?? '')
}
