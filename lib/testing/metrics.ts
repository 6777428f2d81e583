import { serviceKeyOf } from '@/lib/core/service-key'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { DeploymentSample, PeriodSamples } from '@/lib/insights/metrics/samples'
import type { Selection } from '@/lib/insights/reports/scope'
import { deploymentsOf } from '@/lib/testing/deployments-of'
import { type DeliveryRow, deliveriesOf, deploymentRows, type MergeRow, mergesOf, openingsOf } from './metric-samples'

type StoredDeployment = Prisma.DeploymentGetPayload<{ include: { links: { include: { pullRequest: true } } } }>

type PlainDelivery = DeliveryRow & { repositoryId: number }

type Keyed = { service: string | null; environment: string; repositoryId: number | null }

/** Everything that an organization has, row by row, and nothing that was computed before. */
export async function readRows(organizationId: number) {
  const { prisma } = db()
  const where = { organizationId }
  const include = { links: { include: { pullRequest: true } } }
  const [deployments, pullRequests, repositories, teams, paths] = await Promise.all([
    prisma.deployment.findMany({ where, include }),
    prisma.pullRequest.findMany({ where }),
    prisma.repository.findMany({ where }),
    prisma.serviceTeam.findMany({ where }),
    prisma.servicePath.findMany({ where }),
  ])
  return { deployments, pullRequests, repositories, teams, paths }
}

type Rows = Awaited<ReturnType<typeof readRows>>

/** The deliveries that follow from links and deployments: of each pull request the earliest success. */
export function plainDeliveries({ deployments }: Pick<Rows, 'deployments'>): PlainDelivery[] {
  const successes = deployments
    .filter((deployment) => isEnded(deployment) && deployment.status === 'success')
    .sort((a, b) => Number(a.completedAt) - Number(b.completedAt) || Number(a.id - b.id))
  const delivered = new Map<number, PlainDelivery>()
  for (const deployment of successes) {
    for (const { pullRequest } of deployment.links) {
      if (delivered.has(pullRequest.id) || !pullRequest.mergedAt) continue
      delivered.set(pullRequest.id, {
        ...keysOf(deployment),
        pullRequestId: pullRequest.id,
        deploymentId: Number(deployment.id),
        repositoryId: pullRequest.repositoryId,
        deliveredAt: Number(deployment.completedAt),
        mergedAt: Number(pullRequest.mergedAt),
        openedAt: instantOf(pullRequest.openedAt),
        firstCommitAt: instantOf(pullRequest.firstCommitAt),
        changedLines: linesOf(pullRequest),
      })
    }
  }
  return [...delivered.values()]
}

/** What the table of deliveries holds. */
export async function readDeliveries(organizationId: number): Promise<PlainDelivery[]> {
  const rows = await db().prisma.delivery.findMany({ where: { organizationId } })
  return rows.map((row) => ({
    pullRequestId: row.pullRequestId,
    deploymentId: Number(row.deploymentId),
    service: row.serviceKey,
    environment: row.environmentKey,
    repositoryId: row.repositoryId,
    deliveredAt: Number(row.deliveredAt),
    mergedAt: Number(row.mergedAt),
    openedAt: instantOf(row.openedAt),
    firstCommitAt: instantOf(row.firstCommitAt),
    changedLines: row.changedLines === null ? null : Number(row.changedLines),
  }))
}

/** What happened from `from` on and before `to`, derived from rows. */
export function plainSamples(rows: Rows, from: Date, to: Date, selection: Selection): PeriodSamples {
  const isWithin = (at: Date | number | null) => at !== null && Number(at) >= Number(from) && Number(at) < Number(to)
  const isSelected = selector(rows, selection)
  const ofRepository = repositorySelector(rows, selection)
  const ended = rows.deployments.filter((row) => isEnded(row) && isWithin(row.completedAt))
  const deployments = ended.filter((row) => isSelected(keysOf(row)))
  const isOfService = serviceSelector(rows, selection)
  const elsewhere = ended.filter((row) => isOfService(keysOf(row)) && !isSelected(keysOf(row)))
  const successes = deployments.filter(({ status }) => status === 'success')
  const deliveries = plainDeliveries(rows)
    .filter((row) => isWithin(row.deliveredAt) && isSelected(row))
    .map(({ repositoryId: _, ...delivery }) => delivery)
  const merges = rows.pullRequests
    .filter((row) => isWithin(row.mergedAt) && ofRepository(row.repositoryId))
    .map(toMerge)
  const opened = rows.pullRequests
    .filter((row) => isWithin(row.openedAt) && ofRepository(row.repositoryId))
    .map(({ id, openedAt }) => ({ pullRequestId: id, openedAt: Number(openedAt) }))
  return {
    deployments: deploymentsOf(deployments.map(toSample)),
    elsewhere: deploymentsOf(elsewhere.map(toSample)),
    deliveries: deliveriesOf(deliveries),
    merges: mergesOf(merges),
    opened: openingsOf(opened),
    coverage: { linked: successes.filter(({ links }) => links.length > 0).length, of: successes.length },
  }
}

/** The failures that are not over before an instant, derived from rows. */
export function plainLeadIn(rows: Rows, before: Date, selection: Selection): DeploymentSample[] {
  const { deployments, elsewhere } = plainSamples(rows, new Date(0), before, selection)
  const ofServices = [...deploymentRows(deployments), ...deploymentRows(elsewhere)]
  return ofServices.filter(
    (failed) =>
      (failed.status === 'failure' || failed.status === 'rolled_back') &&
      !ofServices.some(
        (later) =>
          later.status === 'success' &&
          later.service === failed.service &&
          later.environment === failed.environment &&
          (later.completedAt > failed.completedAt ||
            (later.completedAt === failed.completedAt && later.id > failed.id)),
      ),
  )
}

const outcomes = ['success', 'failure', 'cancelled', 'rolled_back']

function isEnded({ production, voidedAt, completedAt, status }: StoredDeployment): boolean {
  return production && voidedAt === null && completedAt !== null && outcomes.includes(status)
}

function keysOf({ service, environment, repositoryId }: Keyed): Keyed {
  return {
    service: service === null ? null : serviceKeyOf(service),
    environment: serviceKeyOf(environment),
    repositoryId,
  }
}

function toSample(row: StoredDeployment): DeploymentSample {
  const status = row.status as DeploymentSample['status']
  const { service, environment } = keysOf(row)
  return { service, environment, id: Number(row.id), status, completedAt: Number(row.completedAt) }
}

function toMerge(row: Rows['pullRequests'][number]): MergeRow {
  return {
    pullRequestId: row.id,
    mergedAt: Number(row.mergedAt),
    openedAt: instantOf(row.openedAt),
    firstReviewAt: instantOf(row.firstReviewAt),
    changedLines: linesOf(row),
  }
}

function linesOf({
  additions,
  deletions,
}: Pick<Rows['pullRequests'][number], 'additions' | 'deletions'>): number | null {
  if (additions === null || deletions === null || additions < 0 || deletions < 0) return null
  return additions + deletions
}

function instantOf(at: Date | null): number | null {
  return at === null ? null : at.getTime()
}

function selector(rows: Rows, selection: Selection): (row: Keyed) => boolean {
  const isOfService = serviceSelector(rows, selection)
  const chosen = chosenRepository(rows, selection)
  return (row) =>
    isOfService(row) && (row.repositoryId === null || selection.repository === null || row.repositoryId === chosen?.id)
}

/** Whether a row is of a service that is selected, from whichever repository. */
function serviceSelector(rows: Rows, selection: Selection): (row: Keyed) => boolean {
  const { service, environment, repository, team } = selection
  const teamOf = new Map<string | null, string>(rows.teams.map((row) => [row.serviceKey, row.team]))
  const chosen = chosenRepository(rows, selection)
  return (row) =>
    (service === null || row.service === service) &&
    (environment === null || row.environment === environment) &&
    (team === null || teamOf.get(row.service)?.toLowerCase() === team.toLowerCase()) &&
    (repository === null || (chosen !== undefined && deploys(rows, row.service, chosen.id)))
}

function chosenRepository({ repositories }: Rows, { repository }: Selection) {
  return repositories.find(({ fullNameKey }) => fullNameKey === repository?.toLowerCase())
}

function repositorySelector(rows: Rows, selection: Selection): (repositoryId: number) => boolean {
  const { service, environment, repository, team } = selection
  const isChosen = selector(rows, { ...selection, repository: null })
  const services = new Set(
    rows.deployments
      .filter(isEnded)
      .map(keysOf)
      .filter(isChosen)
      .map((keys) => keys.service),
  )
  return (id) =>
    (repository === null ||
      rows.repositories.some((row) => row.id === id && row.fullNameKey === repository.toLowerCase())) &&
    ((service === null && environment === null && team === null) || [...services].some((one) => deploys(rows, one, id)))
}

function deploys(rows: Rows, service: string | null, repositoryId: number): boolean {
  const shippedFrom = rows.deployments.filter(
    (row) => shipped(row) && row.repositoryId !== null && keysOf(row).service === service,
  )
  if (shippedFrom.length > 0) return shippedFrom.some((row) => row.repositoryId === repositoryId)
  return service !== null && namesakes(rows, service.toLowerCase()).includes(repositoryId)
}

function shipped({ production, voidedAt, status }: StoredDeployment): boolean {
  return production && voidedAt === null && (status === 'success' || status === 'rolled_back')
}

/** What a name means: where it has paths, else a full name, else the last part of one, else an alias. */
function namesakes({ repositories, paths }: Rows, name: string): number[] {
  const path = paths.find(({ nameKey }) => nameKey === name)
  if (path) return [path.repositoryId]
  const idsWhere = (isCalledSo: (row: Rows['repositories'][number]) => boolean) =>
    repositories.filter(isCalledSo).map(({ id }) => id)
  const inFull = idsWhere(({ fullName }) => fullName.toLowerCase() === name)
  if (inFull.length > 0) return inFull
  const byLastPart = idsWhere(({ fullName }) => fullName.toLowerCase().split('/').at(-1) === name)
  return byLastPart.length > 0 ? byLastPart : idsWhere(({ aliases }) => aliases.includes(name))
}
