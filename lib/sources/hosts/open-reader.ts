import { AppError } from '@/lib/core/errors'
import { sharedRest } from '@/lib/http/rest-after-parsing'
import { openConnection } from '@/lib/sources/connections/open'
import { background, interactive } from './call-options'
import type { HostReader } from './model'
import { type HostAccess, readerOf } from './reader-of'

/** Kept, because a reader remembers answers that the host need not send again; the latest opened are. */
const maxReaders = 50
const readers = new Map<number, { access: string; reader: HostReader }>()

/** The reader of a connection. AppErrors say what is missing in it. */
export async function openReader(organizationId: number, connectionId: number): Promise<HostReader> {
  const access = await readAccess(organizationId, connectionId)
  const text = JSON.stringify(access)
  const known = readers.get(connectionId)
  const reader =
    known?.access === text ? known.reader : readerOf(access, { ...background, owner: ownerOf(organizationId) })
  readers.delete(connectionId)
  readers.set(connectionId, { access: text, reader })
  const [oldest] = readers.keys()
  if (readers.size > maxReaders && oldest !== undefined) readers.delete(oldest)
  return reader
}

/**
 * As `openReader`, for a person who waits: what fails is not tried again. All such readers of an organization rest
 * together: each is queried once.
 */
export async function openInteractiveReader(organizationId: number, connectionId: number): Promise<HostReader> {
  const access = await readAccess(organizationId, connectionId)
  return readerOf(access, {
    ...interactive,
    rest: sharedRest(ownerOf(organizationId)),
    owner: ownerOf(organizationId),
  })
}

const ownerOf = (organizationId: number) => `organization ${organizationId}`

async function readAccess(organizationId: number, connectionId: number): Promise<HostAccess> {
  const { connection, secrets } = await openConnection(organizationId, connectionId)
  const { baseUrl, host, appId, installationId, name } = connection
  const { token, privateKey } = secrets
  if (token) return { host, baseUrl, token }
  if (host === 'github' && appId && installationId && privateKey) {
    return { host, baseUrl, appId, privateKey, installationId }
  }
  throw new AppError('conflict', `The connection ${name} is not complete yet: install the app, or connect again.`)
}
