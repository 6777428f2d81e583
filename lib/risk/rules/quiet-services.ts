import { Prisma } from '@/lib/generated/prisma/client'
import { defineRule, type Finding, maxFindings } from '../define-rule'

type Rhythm = {
  key: string
  service: string
  deployments: number
  /** Seconds since the last deployment; `idle` of these on weekdays on which it usually deploys. */
  silent: number
  idle: number
  /** The gap that 90% stay below, counted as `idle` is. */
  usual: number | null
}

type Quiet = { key: string; deployments: number }

type Of = { organizationId: number; timeZone: string; now: Date }

const daySeconds = 86_400
const rhythmDays = 90

/** So many deployments are looked at in one statement, and those of one service at least: the time of each is bounded. */
const maxAtOnce = 100_000

/** So many services are looked at, those that are silent for longest, and begun to be for so long. */
const maxServices = 20_000
const maxLookMs = 5_000

/** Below this a service has no gaps to speak of. */
const fewestToBeSilent = 10

/** Of its deployments: a weekday with less is none on which a service usually deploys. */
const leastShare = 0.05

const dayMs = 1000 * daySeconds
/** The production deployments of so many days, by service. */
const recent = ({ organizationId, now }: Of, days: number) => Prisma.sql`
  SELECT d.service_key AS key, d.service, d.repository_id, d.started_at AS at FROM deployments d
  WHERE d.organization_id = ${organizationId} AND d.production AND d.voided_at IS NULL AND d.service_key IS NOT NULL
    AND d.started_at >= ${before(now, days)} AND d.started_at <= ${now}`

const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** Services without a production deployment for so many days, of those with enough in 90 days, the longest silent first. */
const quiet = (of: Of, days: number, fewest: number) => Prisma.sql`
  SELECT key, count(*)::int AS deployments FROM (${recent(of, rhythmDays)}) AS recent
  GROUP BY key HAVING max(at) < ${before(of.now, days)} AND count(*) >= ${fewest} ORDER BY max(at), key LIMIT ${maxServices}`

const weekdays = [1, 2, 3, 4, 5, 6, 7]
/** `u3` says by 1 or 0 whether a service usually deploys on Wednesdays. */
const column = (weekday: number) => Prisma.raw(`u${weekday}`)
const usually = weekdays.map(
  (weekday) => Prisma.sql`
    (count(*) FILTER (WHERE weekday = ${weekday}) >= ${leastShare}::float8 * count(*))::int AS ${column(weekday)}`,
)
/** Days of a week on which it usually deploys, up to and with a weekday. */
const upTo = (weekday: number) => Prisma.join([0, ...weekdays.slice(0, weekday).map(column)], ' + ')

/** A moment in the organization's time zone, by its day since a Monday, the day of its week and the seconds of its day. */
const local = ({ timeZone }: Of, at: Prisma.Sql) => Prisma.sql`
  LATERAL (SELECT date_part('epoch', ${at} AT TIME ZONE ${timeZone}::text) AS epoch OFFSET 0) AS clock,
  LATERAL (SELECT floor(epoch / ${daySeconds})::int + 3 AS day OFFSET 0) AS days,
  LATERAL (SELECT day % 7 + 1 AS weekday, epoch - (day - 3) * ${daySeconds}::float8 AS time) AS parts`

/**
 * How long services have had no deployment, and the gap that 90% of theirs stay below. Gaps are counted on weekdays on
 * which a service usually deploys, in the organization's time zone: its weekend is no silence.
 */
const rhythms = (of: Of, keys: string[]) => Prisma.sql`
  WITH starts AS MATERIALIZED (
    SELECT key, service, repository_id, at, day, weekday, time FROM (${recent(of, rhythmDays)}) AS recent, ${local(of, Prisma.sql`at`)}
    WHERE key = ANY (${keys}::text[])
  ), habits AS MATERIALIZED (
    SELECT key, ${upTo(7)} AS week, ARRAY[${Prisma.join(weekdays.map(column))}] AS usual,
      ARRAY[${Prisma.join(weekdays.map((weekday) => upTo(weekday - 1)))}] AS earlier
    FROM (SELECT key, ${Prisma.join(usually)} FROM starts GROUP BY key) AS counted
  ), moments AS (
    SELECT *, false AS is_now FROM starts
    UNION ALL
    SELECT key, NULL, NULL::int, ${of.now}::timestamptz, day, weekday, time, true FROM habits, ${local(of, Prisma.sql`${of.now}::timestamptz`)}
  ), passed AS (
    SELECT key, service, repository_id, at, is_now, ${daySeconds}::float8 * (week * (day / 7) + earlier[weekday]) + usual[weekday] * time AS seconds
    FROM moments JOIN habits USING (key)
  )
  SELECT key, max(service) AS service, (count(*) FILTER (WHERE NOT is_now))::int AS deployments,
    extract(epoch FROM ${of.now}::timestamptz - max(at) FILTER (WHERE NOT is_now))::float8 AS silent,
    (array_agg(repository_id ORDER BY at DESC) FILTER (WHERE NOT is_now))[1] AS repository_id,
    max(gap) FILTER (WHERE is_now) AS idle,
    percentile_cont(0.9) WITHIN GROUP (ORDER BY gap) FILTER (WHERE NOT is_now) AS usual
  FROM (SELECT *, seconds - lag(seconds) OVER (PARTITION BY key ORDER BY at, is_now) AS gap FROM passed) AS gaps
  GROUP BY key`

/** So many weeks before the last two are compared with them, two at a time. */
const fortnights = [1, 2, 3, 4]
const fortnightDays = 14
/** A service with fewer in one of them has no rhythm to tell from chance. */
const fewestToCompare = 6

const within = ({ now }: Of, index: number) => Prisma.sql`
  (count(*) FILTER (WHERE at > ${before(now, (index + 1) * fortnightDays)} AND at <= ${before(now, index * fortnightDays)}))::int`

/** Services that deployed less in the last two weeks than a share of the fewest in any two of the eight before. */
const slowing = (of: Of, share: number) => Prisma.sql`
  SELECT * FROM (
    SELECT key, max(service) AS service, ${within(of, 0)} AS latest,
      least(${Prisma.join(fortnights.map((index) => within(of, index)))}) AS fewest
    FROM (${recent(of, (fortnights.length + 1) * fortnightDays)}) AS recent GROUP BY key
  ) services
  WHERE fewest >= ${fewestToCompare} AND latest < ${share / 100}::float8 * fewest
  ORDER BY latest::float8 / fewest, key LIMIT ${maxFindings}`

/** Nothing for a while is a habit of some services: it is compared with what each did before. */
export const silentService = defineRule({
  slug: 'silent-service',
  title: 'Service reports less than usual',
  category: 'pipelines',
  sentence:
    'A service with at least 10 production deployments in 90 days has had none for much longer than 90% of its gaps; weekdays on which it hardly ever deploys do not count. Or it had fewer in two weeks than a share of the fewest in any two of the eight before, which had at least 6.',
  recommendation:
    'Ask whether its pipeline still posts: a changed workflow or an expired key looks the same from here as a quiet week.',
  thresholds: {
    times: { label: 'Longer than its gaps', unit: 'times', suggested: 3, min: 1, max: 100 },
    days: { label: 'At least', unit: 'days', suggested: 2, min: 1, max: 60 },
    share: { label: 'Or fewer than', unit: '%', suggested: 50, min: 1, max: 100 },
  },
  async find(read, { thresholds: { times, days, share }, ...of }) {
    const silent: Rhythm[] = []
    for (const keys of inParts(await read<Quiet>(quiet(of, days, fewestToBeSilent)))) {
      const found = await read<Rhythm>(Prisma.sql`
        SELECT * FROM (${rhythms(of, keys)}) AS services
        WHERE idle > ${times} * usual AND idle > ${days * daySeconds}
        ORDER BY idle / greatest(usual, 1) DESC, key LIMIT ${maxFindings}`)
      silent.push(...found)
    }
    const worst = silent.sort((a, b) => timesUsual(b) - timesUsual(a)).slice(0, maxFindings)
    const known = new Set(worst.map(({ key }) => key))
    const slower = (await read<SlowingRow>(slowing(of, share))).filter(({ key }) => !known.has(key))
    return [...worst.map((row) => toQuiet(row, 'medium')), ...slower.map(toSlowing)].slice(0, maxFindings)
  },
})

const timesUsual = ({ idle, usual }: Rhythm) => idle / Math.max(usual ?? 0, 1)

/** The keys of services, in parts of so many deployments that one statement is quick; none once there is no time left. */
function* inParts(services: readonly Quiet[]): Generator<string[]> {
  const until = performance.now() + maxLookMs
  for (const keys of partsOf(services)) {
    if (performance.now() > until) return
    yield keys
  }
}

function* partsOf(services: readonly Quiet[]): Generator<string[]> {
  let [keys, deployments]: [string[], number] = [[], 0]
  for (const service of services) {
    if (keys.length > 0 && deployments + service.deployments > maxAtOnce) {
      yield keys
      keys = []
      deployments = 0
    }
    keys.push(service.key)
    deployments += service.deployments
  }
  if (keys.length > 0) yield keys
}

type SlowingRow = { key: string; service: string; latest: number; fewest: number }

function toSlowing({ key, service, latest, fewest }: SlowingRow): Finding {
  return {
    ...{ subject: key, name: service, service: key, severity: 'medium' },
    evidence: [
      { label: 'Deployments in two weeks', value: latest, unit: 'count' },
      { label: 'Fewest in any two of the eight weeks before', value: fewest, unit: 'count' },
    ],
    path: `/services/${encodeURIComponent(service)}`,
  }
}

export const staleService = defineRule({
  slug: 'stale-service',
  title: 'Service stands still',
  category: 'deployments',
  sentence: 'A service that was deployed in the last 90 days has had neither a deployment nor a merge for some time.',
  recommendation:
    'Make sure that it can still be built and deployed before it has to be: dependencies age, and so do certificates and the people who know it.',
  thresholds: {
    days: { label: 'Without a merge or deployment for', unit: 'days', suggested: 14, min: 1, max: 89 },
  },
  async find(read, { thresholds: { days }, ...of }) {
    const still: Rhythm[] = []
    for (const keys of inParts(await read<Quiet>(quiet(of, days, 1)))) {
      const found = await read<Rhythm>(Prisma.sql`
        SELECT * FROM (${rhythms(of, keys)}) AS services
        WHERE NOT EXISTS (
          SELECT FROM pull_requests p WHERE p.organization_id = ${of.organizationId}
            AND p.repository_id + 0 = services.repository_id AND p.merged_at >= ${before(of.now, days)})
        ORDER BY silent DESC, key LIMIT ${maxFindings}`)
      still.push(...found)
      if (still.length >= maxFindings) break
    }
    return still.slice(0, maxFindings).map((row) => toQuiet(row, 'low'))
  },
})

function toQuiet({ key, service, deployments, silent, idle, usual }: Rhythm, severity: Finding['severity']): Finding {
  return {
    ...{ subject: key, name: service, service: key, severity },
    evidence: [
      { label: 'No deployment for', value: silent, unit: 'seconds' as const },
      ...(silent - idle < 1 ? [] : [{ label: 'On its usual weekdays', value: idle, unit: 'seconds' as const }]),
      ...(usual === null ? [] : [{ label: '90% of its gaps were below', value: usual, unit: 'seconds' as const }]),
      { label: 'Deployments in 90 days', value: deployments, unit: 'count' as const },
    ],
    path: `/services/${encodeURIComponent(service)}`,
  }
}
