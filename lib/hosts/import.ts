import { checkAddress } from '@/lib/connections/check-address'
import { tokenConnectionSchema } from '@/lib/connections/schema'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import type { Host } from '@/lib/generated/prisma/enums'
import { parseRepositoryName } from '@/lib/git-import/repository-name'
import { parse } from '@/lib/parse'
import { HostError, type HostReader, type HostRepository } from './model'
import { openReader } from './open-reader'
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
    return await runSync(await claimSync(organizationId, repositoryId), async () => reader, stop, onProgress)
  } catch (error) {
    if (stop.aborted) throw new AppError('unavailable', 'Stopped. Run it again to go on from here.')
    if (!(error instanceof HostError)) throw error
    throw new AppError('unavailable', inWords(error), {}, { cause: error })
  }
}

async function open(options: HostImport): Promise<{ reader: HostReader; repositoryId: number }> {
  const { organizationId, host } = options
  const { fullNameKey } = parseRepositoryName(options.repository)
  const known = await db().prisma.repository.findFirst({
    where: { organizationId, fullNameKey, connection: { host } },
    select: { id: true, connectionId: true },
  })
  if (known?.connectionId != null) return { reader: await openReader(known.connectionId), repositoryId: known.id }
  const { baseUrl = '', readToken } = options
  const access = parse(tokenConnectionSchema, { host, baseUrl, token: await readToken() })
  await checkAddress(access.baseUrl)
  const reader = readerOf(access)
  return { reader, repositoryId: await store(organizationId, await reader.readRepository(options.repository.trim())) }
}

async function store(organizationId: number, told: HostRepository): Promise<number> {
  const { hostId, webUrl, defaultBranch } = told
  const name = parseRepositoryName(told.fullName)
  const { id } = await db().prisma.repository.upsert({
    where: { organizationId_fullNameKey: { organizationId, fullNameKey: name.fullNameKey } },
    create: { organizationId, ...name, hostId, webUrl, defaultBranch },
    update: { hostId },
    select: { id: true },
  })
  return id
}

function inWords({ message, kind, retryAt }: HostError): string {
  if (kind !== 'later') return message
  const when = retryAt ? ` after ${retryAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
  return `${message.replace(/ (Reading goes on|It is tried again) by itself\.$/, '')} Run it again${when}: it goes on from here.`
}
