import { AppError } from '@/lib/errors'
import type { Host } from '@/lib/generated/prisma/enums'
import { githubReader } from '@/lib/hosts/github/reader'
import { gitlabReader } from '@/lib/hosts/gitlab/reader'
import { HostError } from '@/lib/hosts/model'
import { checkAddress } from './check-address'

const readers = { github: githubReader, gitlab: gitlabReader }

/**
 * Whose token it is, by the host itself. Throws `invalid` for an address that connections may not use and for a token
 * that the host does not take, `unavailable` for a host that does not answer.
 */
export async function checkToken(host: Host, access: { baseUrl: string; token: string }): Promise<string> {
  await checkAddress(access.baseUrl)
  try {
    return await readers[host](access).readAccount()
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    throw new AppError(error.kind === 'later' ? 'unavailable' : 'invalid', error.message, {}, { cause: error })
  }
}
