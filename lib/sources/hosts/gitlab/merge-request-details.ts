import { z } from 'zod'
import { knownPaths } from '@/lib/deployments/linking/known-paths'
import { outgoingErrorOf } from '@/lib/http/outgoing/outgoing-error'
import { HostError } from '@/lib/sources/hosts/model'
import { countField, listField, maxInteger, pathField, textField } from '../host-fields'
import type { GitlabClient } from './client'
import { commitDate, shaField, timeField } from './fields'
import { type MergeRequest, type MergeRequestDetails, unknownDetails } from './merge-request'

const document = `query mergeRequests($project: ID!, $numbers: [String!], $count: Int!, $notes: Int!) {
  project(fullPath: $project) {
    mergeRequests(iids: $numbers, first: $count) {
      nodes {
        iid
        author { username }
        diffStats { path additions deletions }
        commits(last: 1) { nodes { sha authoredDate } }
        notes(first: $notes) { nodes { author { username } createdAt system systemNoteIconName } }
      }
    }
  }
}`

const batchSize = 20
const maxNotes = 100

const noteSchema = z.object({
  author: z.object({ username: textField }).nullish(),
  createdAt: timeField,
  system: z.boolean(),
  systemNoteIconName: textField.nullish(),
})

const fileSchema = z.object({ path: pathField, additions: countField, deletions: countField })

/** More than there is room for in an answer. */
const maxListed = 100_000

const nodeSchema = z.object({
  iid: z.string().max(20),
  author: z.object({ username: textField }).nullish(),
  diffStats: listField(fileSchema, maxListed).nullish(),
  commits: z
    .object({ nodes: z.array(z.object({ sha: shaField, authoredDate: commitDate.nullish() })).max(1) })
    .nullish(),
  notes: z.object({ nodes: z.array(noteSchema).max(maxNotes) }).nullish(),
})

const answerSchema = z.object({
  project: z.object({ mergeRequests: z.object({ nodes: z.array(nodeSchema.nullable()).max(batchSize) }) }).nullish(),
})

type Node = z.output<typeof nodeSchema>
/** One whose details alone are too long to be read: it is the files that are many. */
type TooLong = { iid: string; isTooLong: true }
type Note = z.output<typeof noteSchema>

const botName = /^(project|group)_\d+_bot/
/** Only its icon marks an approval: one of older versions, and one of newer. */
const approvalIcons = new Set(['approval', 'check'])

/**
 * First commit, first review and changed files of merge requests of one project, by number, through the GraphQL API;
 * twenty at a time, because each costs the host a look into git. `notes` is how many notes of each are looked through
 * for a review, 100 at most.
 */
export async function readMergeRequestDetails(
  client: GitlabClient,
  mergeRequests: readonly MergeRequest[],
  notes: number,
): Promise<Map<number, MergeRequestDetails>> {
  const details = new Map<number, MergeRequestDetails>()
  for (let start = 0; start < mergeRequests.length; start += batchSize) {
    const nodes = await readNodes(client, mergeRequests.slice(start, start + batchSize), notes)
    for (const node of nodes) {
      details.set(Number(node.iid), 'isTooLong' in node ? { ...unknownDetails, paths: 'incomplete' } : toDetails(node))
    }
  }
  return details
}

/**
 * One that the host cannot work out must not hold up the others, and hosts differ in how much they answer at once: what
 * fails is requested in halves, and what fails alone is left out.
 */
async function readNodes(
  client: GitlabClient,
  batch: readonly MergeRequest[],
  notes: number,
): Promise<(Node | TooLong)[]> {
  const project = batch[0]?.references.full.replace(/!\d+$/, '')
  const numbers = batch.map(({ iid }) => String(iid))
  const variables = { project, numbers, count: batch.length, notes }
  const { data, hasErrors, isTooLong } = await queryDetails(client, variables)
  if (data?.project) return data.project.mergeRequests.nodes.filter((node) => node !== null)
  if (!hasErrors) throw new HostError(`${project} was moved just now, or the token does not reach it.`, 'later')
  if (batch.length === 1) return isTooLong ? numbers.map((iid) => ({ iid, isTooLong })) : []
  const middle = Math.ceil(batch.length / 2)
  const half = await readNodes(client, batch.slice(0, middle), notes)
  return [...half, ...(await readNodes(client, batch.slice(middle), notes))]
}

/** An answer too long to be read is one that the host could not give. */
async function queryDetails(client: GitlabClient, variables: Record<string, unknown>) {
  try {
    return { ...(await client.query(document, variables, answerSchema)), isTooLong: false as const }
  } catch (error) {
    if (outgoingErrorOf(error)?.reason === 'size') return { data: null, hasErrors: true, isTooLong: true as const }
    throw error
  }
}

function toDetails({ author, diffStats, commits, notes }: Node): MergeRequestDetails {
  const first = commits?.nodes.at(-1)
  const reviews = notes?.nodes.filter((note) => isReview(note, author?.username)) ?? []
  // GitLab sends an empty list when it could not compare.
  const known = diffStats?.length ? diffStats : null
  return {
    firstCommitSha: first?.sha ?? null,
    firstCommitAt: first?.authoredDate ?? null,
    firstReviewAt: reviews.map((note) => note.createdAt).sort((a, b) => a.getTime() - b.getTime())[0] ?? null,
    additions: known ? sumOf(known.map(({ additions }) => additions)) : null,
    deletions: known ? sumOf(known.map(({ deletions }) => deletions)) : null,
    paths: known ? pathsOf(known) : null,
  }
}

/** At most what can be stored. */
function sumOf(counts: readonly number[]): number {
  return Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    maxInteger,
  )
}

function pathsOf(files: readonly { path: string }[]): string[] | 'incomplete' {
  const paths = files.map(({ path }) => path)
  return knownPaths(paths) === null ? 'incomplete' : paths
}

/** A comment or an approval by another person; what bots of projects and groups say is no review. */
function isReview({ author, system, systemNoteIconName }: Note, requester: string | undefined): boolean {
  if (!author || author.username === requester || botName.test(author.username)) return false
  return !system || approvalIcons.has(systemNoteIconName ?? '')
}
