import { stat } from 'node:fs/promises'
import { findSender, type Sender } from '@/lib/accounts/sender'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { createRecent } from '@/lib/core/recent'
import { sideBySide } from '@/lib/core/side-by-side'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { linkedTables, refreshStatistics } from '@/lib/db/refresh-statistics'
import { checkOrganization } from '@/lib/deployments/check-organization'
import { eventColumns, eventValues } from '@/lib/deployments/event-columns'
import { refreshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { linkPending } from '@/lib/deployments/linking/relink'
import { recordDeployment } from '@/lib/deployments/record'
import { type DeploymentEvent, parseDeploymentEvent } from '@/lib/deployments/schema'
import { type Refusal, readEventFile, refusalOf } from './read-file'

export type DeploymentImportProgress = { phase: 'KiB' | 'deployments'; done: number; total: number }

/** Lines with an event: `known` are those whose timeline had the very same event before. */
export type DeploymentImport = { events: number; created: number; updated: number; known: number; refused: number }

type Options = {
  organizationId: number
  file: string
  /** Stores nothing: `created` and `updated` stay 0. */
  dryRun: boolean
  onRefusal: (refusal: Refusal) => Promise<void>
  onProgress: (progress: DeploymentImportProgress) => void
}

/** As many as the batches of an organization have at once. */
const atOnce = 8
const senderMaxAgeMs = 1_000

/** No one waits for an answer: each is linked before the next one takes its place. */
const budgetMs = 60_000

/** Statements that are planned while the tables are empty are slow once they are not. */
const eventsBetweenStatistics = 10_000

type Item = { line: number; event: DeploymentEvent }

/**
 * Stores the events of a file as the webhook would, but for limits and quotas, and links their deployments. What is there
 * already is not stored again, so that a run that broke off goes on with the next one. Holds a few lines at a time. Throws
 * AppError where the file cannot be read.
 */
export async function importDeployments(options: Options): Promise<DeploymentImport> {
  const { organizationId, file, dryRun, onRefusal, onProgress } = options
  const result = { events: 0, created: 0, updated: 0, known: 0, refused: 0 }
  const sender = createRecent(senderMaxAgeMs, () => findSender(organizationId))
  const refuse = async (refusal: Refusal) => {
    result.refused += 1
    await onRefusal(refusal)
  }
  const store = async ({ event }: Item) => {
    if (await isStored(await sender(), event)) result.known += 1
    else if (!dryRun) result[(await recordDeployment(await sender(), event, databaseBudget(budgetMs))).action] += 1
  }
  const total = await sizeOf(file)
  const report = (bytes: number) => onProgress({ phase: 'KiB', done: toKibibytes(bytes), total: toKibibytes(total) })
  async function* items(): AsyncGenerator<Item> {
    for await (const read of readEventFile(file, env().WEBHOOK_MAX_BODY_BYTES, report)) {
      result.events += 1
      const item = 'body' in read ? eventOn(read.line, read.body, await sender()) : read
      if ('event' in item) yield item
      else await refuse(item)
      if (!dryRun && result.events % eventsBetweenStatistics === 0) await refreshStatistics(db().people, linkedTables)
    }
  }
  await sideBySide(items(), { atOnce, keyOf: ({ event }) => event.deploymentId }, store)
  if (!dryRun) await follow(organizationId, onProgress)
  return result
}

function eventOn(line: number, body: unknown, sender: Sender): Item | Refusal {
  try {
    const event = parseDeploymentEvent(body, new Date())
    checkOrganization(sender, event)
    return { line, event }
  } catch (error) {
    if (error instanceof AppError) return refusalOf(line, error)
    throw error
  }
}

/** What follows from the events, also from those of a run that broke off. */
async function follow(organizationId: number, onProgress: Options['onProgress']): Promise<void> {
  const { people } = db()
  await refreshStatistics(people, linkedTables)
  await linkPending(organizationId, ({ done, total }) => onProgress({ phase: 'deployments', done, total }))
  await refreshFirstDeployments(organizationId, { byOperator: true })
  await refreshStatistics(people, linkedTables)
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new AppError('not_found', `${file} is not a file`)
  return found.size
}

function toKibibytes(bytes: number): number {
  return Math.ceil(bytes / 1024)
}

const sameValues = eventColumns.map((column, index) => `e.${column} IS NOT DISTINCT FROM $${index + 3}`)

const findStored = {
  name: 'find-stored-event',
  text: `
    SELECT EXISTS (
      SELECT FROM deployments d
      JOIN deployment_events e ON e.organization_id = d.organization_id AND e.deployment_id = d.id
      WHERE d.organization_id = $1 AND d.external_id = $2 AND ${sameValues.join(' AND ')}
    ) AS stored`,
}

/** Whether the timeline of its deployment has the very same event. */
async function isStored(sender: Sender, event: DeploymentEvent): Promise<boolean> {
  const [, , ...values] = eventValues(sender, event)
  const { rows } = await db().people.query<{ stored: boolean }>({
    ...findStored,
    values: [sender.organizationId, ...values],
  })
  return rows[0]?.stored === true
}
