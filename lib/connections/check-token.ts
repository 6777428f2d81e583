import { z } from 'zod'
import { AppError } from '@/lib/errors'
import type { Host } from '@/lib/generated/prisma/enums'
import { githubApiUrl } from '@/lib/hosts/github/api-url'
import { hostNames } from '@/lib/hosts/host-names'
import { readText } from '@/lib/hosts/read-text'
import { checkAddress } from './check-address'
import { patienceMs } from './patience'

const owners = {
  github: z.object({ login: z.string().min(1) }).transform(({ login }) => login),
  gitlab: z.object({ username: z.string().min(1) }).transform(({ username }) => username),
}

const ownerUrls: Record<Host, (baseUrl: string) => string> = {
  github: (baseUrl) => `${githubApiUrl(baseUrl)}/user`,
  gitlab: (baseUrl) => `${baseUrl}/api/v4/user`,
}

/**
 * Whose token it is, asked of the host itself, once. Throws `invalid` for an address that connections may not use and
 * for a token that the host does not take. Whatever else fails has one text, so that nobody finds out by it what runs
 * in the network of this server.
 */
export async function checkToken(host: Host, { baseUrl, token }: { baseUrl: string; token: string }): Promise<string> {
  try {
    await checkAddress(baseUrl)
    const response = await fetch(ownerUrls[host](baseUrl), {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, 'User-Agent': 'leadline' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status === 401) throw refusedToken(host)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return owners[host].parse(JSON.parse(await readText(response, hostNames[host])))
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') throw error
    throw nothingConnected(host, error)
  }
}

function refusedToken(host: Host): AppError {
  return new AppError('invalid', `${hostNames[host]} does not accept this token. Make a new one.`)
}

function nothingConnected(host: Host, cause: unknown): AppError {
  const text = `Nothing was connected. No ${hostNames[host]} answers at this address with this token: check both.`
  return new AppError('invalid', text, {}, { cause })
}
