import { checkAddress } from '@/lib/connections/check-address'
import { openConnection } from '@/lib/connections/open'
import { AppError } from '@/lib/errors'
import { HostError, type HostReader } from './model'
import { brief, lasting } from './patience'
import { type HostAccess, readerOf } from './reader-of'

/** Kept, because a reader remembers answers that the host need not send again. */
const readers = new Map<number, { access: string; reader: HostReader }>()

/**
 * The reader of a connection, whose host's address is looked at each time. AppErrors say what is missing in it or wrong
 * with the address; a name that leads nowhere is a HostError, which passes.
 */
export async function openReader(connectionId: number): Promise<HostReader> {
  const access = await openAccess(connectionId)
  const text = JSON.stringify(access)
  const known = readers.get(connectionId)
  if (known?.access === text) return known.reader
  const reader = readerOf(access, lasting)
  readers.set(connectionId, { access: text, reader })
  return reader
}

/** As `openReader`, for somebody who waits: what fails is not tried again. */
export async function openBriefReader(connectionId: number): Promise<HostReader> {
  return readerOf(await openAccess(connectionId), brief)
}

async function openAccess(connectionId: number): Promise<HostAccess> {
  const access = await readAccess(connectionId)
  await checkAddress(access.baseUrl).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'unavailable' ? new HostError(error.message, 'later') : error
  })
  return access
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
