import { z } from 'zod'
import type { KeySender } from '@/lib/accounts/api-keys/authenticate'
import { holdOrganization } from '@/lib/accounts/organizations/hold'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { AppError, invalidPayload } from '@/lib/core/errors'
import { fairQueue } from '@/lib/core/fair-queue'
import { serviceKeyOf } from '@/lib/core/service-key'
import { db } from '@/lib/db/db'
import {
  type DeploymentStatus,
  httpUrl,
  instant,
  isObject,
  optional,
  requiredText,
  requirePlausible,
  sha,
  text,
} from '@/lib/deployments/schema'
import type { Prisma } from '@/lib/generated/prisma/client'
import { alreadyTied, refusalToTie, tieIncident } from './tie'

export const incidentLimit = { max: 10_000, things: 'recorded incidents', remedy: 'Delete some that are over.' }

const line = (maxLength: number) => text(maxLength).regex(/^\P{Control}*$/u, 'must be one line')

/** The body that records an incident. */
export const incidentReport = z.object({
  id: requiredText(200).describe('What your tool calls the incident; the idempotency key of the organization.'),
  title: optional(line(200)).describe('Required the first time.'),
  openedAt: optional(instant).describe('ISO 8601. Required the first time.'),
  resolvedAt: optional(instant).describe('ISO 8601. Post the id again with it when the incident is over.'),
  description: optional(text(2000)),
  url: optional(httpUrl).describe('Its page in your tool.'),
  service: optional(text(1024)),
  environment: optional(text(1024)),
  deploymentId: optional(text(200)).describe('The production deployment that caused it, as its pipeline calls it.'),
  commitSha: optional(sha).describe(
    'In its place: the latest production deployment of `service` of this commit that began before the incident.',
  ),
})

type Report = z.infer<typeof incidentReport>

/** Each may wait for changes of its organization, with a connection that pages and reports of all need. */
const inTurn = fairQueue({
  running: { total: 3, organization: 1, person: 1 },
  waiting: { organization: 50, person: 50 },
  maxWaitMs: 5_000,
})

export type IncidentAnswer = {
  status: 200 | 201
  body: { action: 'created' | 'updated'; incidentId: number; tiedTo: number | null }
  headers: { Location: string }
}

/**
 * Stores an incident that a tool reports, or what is new about it, and ties it to the deployment that it names: that one
 * then counts as failed. What is not sent stays as it is stored. Throws `invalid`, `not_found` for a deployment that the
 * organization does not have, `conflict` for one that cannot have caused an incident, or is another one than before, and
 * `unavailable` when too many of the organization wait: they are stored one after the other.
 */
export async function receiveIncident(sender: KeySender, body: unknown, now: Date): Promise<IncidentAnswer> {
  const report = parseReport(body, now)
  const { organizationId, apiKeyId: userId } = sender
  return inTurn({ organizationId, userId }, () => record(sender, report))
}

async function record(sender: KeySender, report: Report): Promise<IncidentAnswer> {
  const { organizationId, apiKeyId, slug } = sender
  const target = await findTarget(organizationId, report)
  const { created, id, tiedTo, tieByPerson } = await db().prisma.$transaction((tx) => store(tx, sender, report, target))
  const ties = target !== null && tiedTo === null && !tieByPerson
  if (ties) {
    const where = { organizationId_id: { organizationId, id: apiKeyId } }
    const key = await db().prisma.apiKey.findUniqueOrThrow({ where, select: { name: true } })
    const actor = { organizationId, userId: null, host: `API key ${key.name}` }
    await tieIncident(actor, { incidentId: id, deploymentId: target, byPerson: false })
  }
  return {
    status: created ? 201 : 200,
    body: { action: created ? 'created' : 'updated', incidentId: id, tiedTo: ties ? target : tiedTo },
    headers: { Location: `/${slug}/incidents/recorded/${id}` },
  }
}

function parseReport(body: unknown, now: Date): Report {
  if (!isObject(body)) throw invalidPayload('body must be a JSON object')
  const result = incidentReport.safeParse({ __proto__: null, ...body })
  if (!result.success) {
    const [issue] = result.error.issues
    throw invalidPayload(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const report = result.data
  if (report.openedAt) requirePlausible('openedAt', report.openedAt, now)
  if (report.resolvedAt) requirePlausible('resolvedAt', report.resolvedAt, now)
  if (report.commitSha !== null && report.deploymentId === null && report.service === null)
    throw invalidPayload('service is required with commitSha')
  return report
}

type Target = { id: number; production: boolean; voided: boolean; status: DeploymentStatus }

/** The deployment that a report names; null for none. */
async function findTarget(organizationId: number, report: Report): Promise<number | null> {
  const { deploymentId, commitSha } = report
  if (deploymentId === null && commitSha === null) return null
  const target =
    deploymentId === null ? await findByCommit(organizationId, report) : await findById(organizationId, deploymentId)
  if (!target) {
    const named = deploymentId === null ? 'commitSha and service, from before the incident' : 'deploymentId'
    throw new AppError('not_found', `No deployment of this organization has this ${named}. Nothing was stored`)
  }
  const refusal = refusalToTie(target)
  if (refusal) throw new AppError('conflict', `${refusal}. Nothing was stored`)
  return target.id
}

async function findById(organizationId: number, deploymentId: string): Promise<Target | undefined> {
  const { rows } = await db().people.query<Target>(
    `SELECT id::float8, production, voided_at IS NOT NULL AS voided, status FROM deployments
     WHERE organization_id = $1 AND external_id = $2`,
    [organizationId, deploymentId],
  )
  return rows[0]
}

/**
 * The latest production deployment of the commit and service that had begun when the incident opened: what is deployed
 * later mends it. Throws `invalid` for a short SHA that may mean another commit as well.
 */
async function findByCommit(
  organizationId: number,
  { id, openedAt, commitSha, service }: Report,
): Promise<Target | undefined> {
  const { rows } = await db().people.query<Target & { ambiguous: boolean }>(
    `WITH named AS MATERIALIZED (
       SELECT id, lower(commit_sha) AS sha, production, voided_at IS NOT NULL AS voided, status, completed_at
       FROM deployments
       WHERE organization_id = $1 AND lower(commit_sha) LIKE $2 || '%' AND service_key = $3 AND production
         AND voided_at IS NULL AND status IN ('success', 'failure', 'rolled_back')
         AND started_at <= coalesce($4, (
           SELECT opened_at FROM outside_incidents WHERE organization_id = $1 AND external_id = $5), 'infinity')
     )
     SELECT id::float8, production, voided, status, EXISTS (
       SELECT FROM named other
       WHERE NOT starts_with(other.sha, latest.sha) AND NOT starts_with(latest.sha, other.sha)) AS ambiguous
     FROM named latest ORDER BY completed_at DESC, id DESC LIMIT 1`,
    [organizationId, commitSha, serviceKeyOf(service ?? ''), openedAt, id],
  )
  const [target] = rows
  if (target?.ambiguous) throw invalidPayload('commitSha is the beginning of several commits: send all of it')
  return target
}

async function store(
  tx: Prisma.TransactionClient,
  { organizationId }: KeySender,
  report: Report,
  target: number | null,
) {
  const { id: externalId, deploymentId: _named, commitSha: _sha, ...sent } = report
  const find = () =>
    tx.outsideIncident.findUnique({ where: { organizationId_externalId: { organizationId, externalId } } })
  let before = await find()
  if (!before) {
    await holdOrganization(tx, organizationId)
    before = await find()
  }
  const { title, openedAt, ...others } = { ...before, ...withoutNull(sent) }
  if (!title) throw invalidPayload('title is required for a new incident')
  if (!openedAt) throw invalidPayload('openedAt is required for a new incident')
  requireOrder(openedAt, others.resolvedAt ?? null)
  const data = { ...withoutNull(sent), ...keysOf(sent), title, openedAt }
  if (before) {
    const { id, tieByPerson } = before
    const tiedTo = before.deploymentId === null ? null : Number(before.deploymentId)
    if (target !== null && tiedTo !== null && tiedTo !== target && !tieByPerson)
      throw new AppError('conflict', `${alreadyTied} Nothing was stored`)
    await tx.outsideIncident.update({ where: { organizationId_id: { organizationId, id } }, data })
    return { created: false, id, tiedTo, tieByPerson }
  }
  await refuseBeyond(incidentLimit, () => tx.outsideIncident.count({ where: { organizationId } }))
  const { id } = await tx.outsideIncident.create({ data: { organizationId, externalId, ...data } })
  return { created: true, id, tiedTo: null, tieByPerson: false }
}

function requireOrder(openedAt: Date, resolvedAt: Date | null): void {
  if (resolvedAt && resolvedAt < openedAt) throw invalidPayload('resolvedAt must not be before openedAt')
}

function keysOf({ service, environment }: Pick<Report, 'service' | 'environment'>) {
  return {
    ...(service !== null && { serviceKey: serviceKeyOf(service) }),
    ...(environment !== null && { environmentKey: serviceKeyOf(environment) }),
  }
}

function withoutNull<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const given = Object.entries(values).filter(([, value]) => value !== null)
  return Object.fromEntries(given) as { [Name in keyof T]?: NonNullable<T[Name]> }
}
