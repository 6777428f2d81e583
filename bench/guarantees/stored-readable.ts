import { db } from '@/lib/db/db'
import { exportDeployments } from '@/lib/deployments/export-csv'
import { getDeployment } from '@/lib/deployments/get'
import { listInPieces } from '@/lib/deployments/list'
import { parseCsv } from '@/lib/testing/parse-csv'

/**
 * How many deployments of an organization are stored, and why some of them cannot be read as people do: one by one by
 * the id they were posted with, in the list, and in the CSV of it.
 */
export async function readEverything(organizationId: number): Promise<{ stored: number; unreadable: string[] }> {
  const stored = await db().prisma.deployment.findMany({ where: { organizationId }, select: { externalId: true } })
  const ids = stored.map(({ externalId }) => externalId)
  const unreadable = [
    ...missingFrom('the list', ids, await listedIds(organizationId)),
    ...missingFrom('the CSV', ids.map(withoutApostrophes), await exportedIds(organizationId)),
  ]
  for (const id of ids) unreadable.push(...(await problemsOf(organizationId, id)))
  return { stored: ids.length, unreadable }
}

async function problemsOf(organizationId: number, id: string): Promise<string[]> {
  try {
    const shown = await getDeployment(organizationId, id)
    const again: unknown = JSON.parse(JSON.stringify(shown))
    const dated = [shown.startedAt, shown.completedAt ?? shown.startedAt].every((date) => Number.isFinite(Number(date)))
    return again && dated && shown.deploymentId === id && shown.timeline.length > 0 ? [] : ['shown incompletely']
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

async function listedIds(organizationId: number): Promise<string[]> {
  const ids: string[] = []
  for await (const piece of listInPieces(organizationId, {}, 200))
    ids.push(...piece.map(({ deploymentId }) => deploymentId))
  return ids
}

async function exportedIds(organizationId: number): Promise<string[]> {
  let text = ''
  for await (const piece of exportDeployments(organizationId, {})) text += piece
  return parseCsv(text).map(({ deploymentId = '' }) => withoutApostrophes(deploymentId))
}

/** What a spreadsheet would take for a formula has an apostrophe more in the CSV. */
function withoutApostrophes(id: string): string {
  return id.replaceAll("'", '')
}

function missingFrom(where: string, wanted: readonly string[], found: readonly string[]): string[] {
  const there = new Set(found)
  const missing = wanted.filter((id) => !there.has(id)).map(() => `not in ${where}`)
  return found.length === wanted.length ? missing : [...missing, `${found.length} of ${wanted.length} in ${where}`]
}
