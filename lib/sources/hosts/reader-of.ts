import type { Host } from '@/lib/generated/prisma/enums'
import type { CallOptions } from './call-options'
import { githubReader } from './github/reader'
import { gitlabReader } from './gitlab/reader'
import type { HostReader } from './model'

/** What opens a host: its web address, and a token or a GitHub App with its installation. */
export type HostAccess =
  | { host: Host; baseUrl: string; token: string }
  | { host: 'github'; baseUrl: string; appId: string; privateKey: string; installationId: string }

/** The reader of a host. */
export function readerOf(access: HostAccess, options: CallOptions): HostReader {
  return access.host === 'gitlab' ? gitlabReader(access, options) : githubReader(access, options)
}
