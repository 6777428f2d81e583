import { z } from 'zod'
import { AppError } from '@/lib/core/errors'
import type { Host } from '@/lib/generated/prisma/enums'
import { outgoingClient } from '@/lib/http/outgoing/client'
import { githubApiUrl } from '@/lib/sources/hosts/github/api-url'
import { nameField } from '@/lib/sources/hosts/host-fields'
import { hostNames } from '@/lib/sources/hosts/host-names'
import { checkLimits, notConnected } from './not-connected'

const owners = {
  github: z.object({ login: nameField }).transform(({ login }) => login),
  gitlab: z.object({ username: nameField }).transform(({ username }) => username),
}

const ownerUrls: Record<Host, (baseUrl: string) => string> = {
  github: (baseUrl) => `${githubApiUrl(baseUrl)}/user`,
  gitlab: (baseUrl) => `${baseUrl}/api/v4/user`,
}

/**
 * Whose token it is, read from the host itself, once. Throws `invalid` for an address that must not be called and
 * for a token that the host does not take. Whatever else fails has one text, so that no one finds out by it what runs
 * in the network of this server.
 */
export async function checkToken(
  organizationId: number,
  host: Host,
  { baseUrl, token }: { baseUrl: string; token: string },
): Promise<string> {
  try {
    const url = new URL(ownerUrls[host](baseUrl))
    const response = await outgoingClient({ origin: url.origin, ...checkLimits(organizationId) })(url, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, 'User-Agent': 'leadline' },
    })
    if (response.status === 401) throw refusedToken(host)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return owners[host].parse(await response.json())
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') throw error
    throw notConnected(nothingConnected(host), error)
  }
}

function refusedToken(host: Host): AppError {
  return new AppError('invalid', `${hostNames[host]} does not accept this token. Make a new one.`)
}

function nothingConnected(host: Host): string {
  return `Nothing was connected. No ${hostNames[host]} answers at this address with this token: check both.`
}
