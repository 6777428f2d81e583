import { openConnection } from '@/lib/connections/open'
import { AppError } from '@/lib/errors'
import type { HostReader } from './model'
import { brief, lasting } from './patience'
import { type HostAccess, readerOf } from './reader-of'

/** Kept, because a reader remembers answers that the host need not send again; the latest opened are. */
const maxReaders = 50
const readers = new Map<number, { access: string; reader: HostReader }>()

/** The reader of a connection. AppErrors say what is missing in it. */
export async function openReader(connectionId: number): Promise<HostReader> {
  const access = await readAccess(connectionId)
  const text = JSON.stringify(access)
  const known = readers.get(connectionId)
  const reader = known?.access === text ? known.reader : readerOf(access, lasting)
  readers.delete(connectionId)
  readers.set(connectionId, { access: text, reader })
  const [oldest] = readers.keys()
  if (readers.size > maxReaders && oldest !== undefined) readers.delete(oldest)
  return reader
}

/** As `openReader`, for somebody who waits: what fails is not tried again. */
export async function openBriefReader(connectionId: number): Promise<HostReader> {
  return readerOf(await readAccess(connectionId), brief)
}

async function readAccess(connectionId: number): Promise<HostAccess> {
  const { connection, secrets } = await openConnection(connectionId)
  const { baseUrl, host, appId, installationId, name } = connection
  const { token, privateKey } = secrets
  if (token) return { host, baseUrl, token }
  if (host === 'github' && appId && installationId && privateKey) {
    return { host, baseUrl, appId, privateKey, installationId }
  }
  throw new AppError('conflict', `The connection ${name} is not complete yet: install the app, or connect anew.`)
}
