import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { parseUrl } from '@/lib/core/parse-url'
import { trimEnd } from '@/lib/core/trim-end'
import { db } from '@/lib/db/db'
import { linkedTables, refreshStatistics } from '@/lib/db/refresh-statistics'
import { linkPending } from '@/lib/deployments/linking/relink'
import type { Host } from '@/lib/generated/prisma/enums'
import { tokenConnectionSchema } from '@/lib/sources/connections/schema'
import { ensureRepository } from '@/lib/sources/git-import/ensure-repository'
import { parseRepositoryName } from '@/lib/sources/git-import/repository-name'
import { markingTimeoutMs } from '@/lib/sources/repositories/find'
import { background } from './call-options'
import { HostError, type HostReader, type HostRepository } from './model'
import { openReader } from './open-reader'
import { readSomeCommits } from './read-some-commits'
import { readerOf } from './reader-of'
import { type Claim, claimSync } from './sync/claim'
import { runSync, type SyncResult } from './sync/run'

export type HostImport = {
  organizationId: number
  host: Host
  /** "owner/api" */
  repository: string
  /** Web address of the host; its own where left out. */
  baseUrl?: string
  /** Asked for when the repository is not connected. The token is not stored. */
  readToken: () => Promise<string>
  onProgress: (progress: Pick<Claim, 'phase' | 'done' | 'total'>) => void
  /** Ends the import where it stands. */
  stop: AbortSignal
}

/**
 * Brings a repository up to date from its host in the foreground: through its connection, or with a token. Cut short, it
 * goes on there the next time. AppErrors say what is wrong with the name, the address or the token.
 */
export async function importFromHost(options: HostImport): Promise<SyncResult> {
  const { organizationId, onProgress, stop } = options
  try {
    const { reader, repositoryId } = await open(options)
    const claim = await claimSync(organizationId, repositoryId)
    const result = await runSync(claim, async () => reader, stop, onProgress)
    await linkPending(organizationId, () => stop.throwIfAborted())
    await refreshStatistics(db().people, linkedTables)
    return result
  } catch (error) {
    if (stop.aborted) throw new AppError('unavailable', 'Stopped. Run it again to go on from here.')
    if (!(error instanceof HostError)) throw error
    throw new AppError('unavailable', inWords(error), {}, { cause: error })
  }
}

async function open(options: HostImport): Promise<{ reader: HostReader; repositoryId: number }> {
  const { organizationId, host } = options
  const { fullNameKey } = parseRepositoryName(options.repository)
  const known = await db().prisma.repository.findUnique({
    where: { organizationId_fullNameKey: { organizationId, fullNameKey } },
    include: { connection: true },
  })
  const { baseUrl = '', readToken } = options
  if (known?.connection) {
    const isMeant = known.connection.host === host && (baseUrl === '' || isSame(baseUrl, known.connection.baseUrl))
    if (!isMeant) throw connectedAlready(known.fullName)
    return { reader: await openReader(organizationId, known.connection.id), repositoryId: known.id }
  }
  const access = parse(tokenConnectionSchema, { host, baseUrl, token: await readToken() })
  const reader = readerOf(access, background)
  return {
    reader,
    repositoryId: await store(organizationId, reader, await reader.readRepository(options.repository.trim())),
  }
}

/** What the host reported may be a new name, which means a connected repository. */
async function store(organizationId: number, reader: HostReader, repository: HostRepository): Promise<number> {
  const { fullName, hostId, webUrl } = repository
  const name = parseRepositoryName(fullName)
  const origin = { source: new URL(webUrl).host, shas: await readSomeCommits(organizationId, reader, repository) }
  return db().prisma.$transaction(
    async (tx) => {
      const { id, connectionId } = await ensureRepository(tx, organizationId, name, origin)
      if (connectionId !== null) throw connectedAlready(name.fullName)
      await tx.repository.update({ where: { organizationId_id: { organizationId, id } }, data: { hostId } })
      return id
    },
    { timeout: markingTimeoutMs },
  )
}

function connectedAlready(fullName: string): AppError {
  return new AppError(
    'conflict',
    `${fullName} is kept up to date through a connection already. To import it from elsewhere, remove that first.`,
  )
}

function isSame(baseUrl: string, other: string): boolean {
  return parseUrl(baseUrl) !== null && trimmed(baseUrl) === trimmed(other)
}

function trimmed(baseUrl: string): string {
  return trimEnd(new URL(baseUrl).href, '/')
}

function inWords({ message, kind, retryAt }: HostError): string {
  if (kind !== 'later') return message
  const when = retryAt ? ` after ${retryAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
  return `${message} Run it again${when}: it goes on from here.`
}
