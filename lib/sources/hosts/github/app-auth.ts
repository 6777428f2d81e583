import { createAppAuth } from '@octokit/auth-app'
import { isAppKey } from './app-key'
import { badKey } from './host-errors'

type App = { appId: string; privateKey: string; installationId?: string }

/** What makes an Octokit call as a GitHub App, or as an installation of it. Throws `HostError` for a key that is none. */
export function appAuth(auth: App) {
  if (!isAppKey(auth.privateKey)) throw badKey()
  return { authStrategy: createAppAuth, auth }
}
