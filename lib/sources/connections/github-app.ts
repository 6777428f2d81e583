import { Octokit } from '@octokit/core'
import { z } from 'zod'
import { githubApiUrl } from '@/lib/sources/hosts/github/api-url'
import { appAuth } from '@/lib/sources/hosts/github/app-auth'
import { isAppKey } from '@/lib/sources/hosts/github/app-key'
import { silent } from '@/lib/sources/hosts/github/client'
import { octokitFetch } from '@/lib/sources/hosts/github/octokit-fetch'
import { textField } from '@/lib/sources/hosts/host-fields'
import { checkLimits, notConnected } from './not-connected'

const createdApp = z.object({
  id: z.number(),
  slug: z
    .string()
    .max(200)
    .regex(/^[\w.-]+$/),
  name: textField,
  pem: z.string().refine(isAppKey),
  webhook_secret: z.string().min(1).max(1_000).nullable(),
})

/** A GitHub App as GitHub gives it away once, when it was made from a manifest; with a webhook or without. */
export type CreatedApp = { appId: string; slug: string; name: string; privateKey: string; webhookSecret: string | null }

/** Exchanges the code that GitHub sent the browser back with. Throws `invalid` for one that it does not know. */
export async function exchangeCode(organizationId: number, baseUrl: string, code: string): Promise<CreatedApp> {
  const path = 'POST /app-manifests/{code}/conversions'
  const app = await readAnswer(createdApp, () => octokit(organizationId, baseUrl).request(path, { code }))
  const { id, slug, name, pem, webhook_secret: webhookSecret } = app
  return { appId: String(id), slug, name, privateKey: pem, webhookSecret }
}

export type App = { organizationId: number; baseUrl: string; appId: string; privateKey: string }

const foundInstallation = z.object({ id: z.number(), account: z.object({ login: textField }).nullable() })

/**
 * The account that an app is installed on, read as the app itself, so that another app's installation is not found.
 * Throws `invalid` for one that GitHub does not know.
 */
export async function readInstallation(app: App, installationId: number): Promise<string> {
  const { organizationId, baseUrl, appId, privateKey } = app
  const path = 'GET /app/installations/{installation_id}'
  const request = async () => {
    const asApp = octokit(organizationId, baseUrl, appAuth({ appId, privateKey }))
    return asApp.request(path, { installation_id: installationId })
  }
  const { id, account } = await readAnswer(foundInstallation, request)
  return account?.login ?? String(id)
}

function octokit(organizationId: number, baseUrl: string, auth: object = {}): Octokit {
  const apiUrl = githubApiUrl(baseUrl)
  const fetch = octokitFetch({ origin: new URL(apiUrl).origin, ...checkLimits(organizationId) })
  return new Octokit({ baseUrl: apiUrl, request: { fetch, log: silent }, log: silent, ...auth })
}

/** One text for all that fails, so that no one finds out by it what runs in the network of this server. */
async function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  request: () => Promise<{ data: unknown }>,
): Promise<z.output<Schema>> {
  try {
    return schema.parse((await request()).data)
  } catch (error) {
    throw notConnected(nothingConnected, error)
  }
}

const nothingConnected =
  'Nothing was connected. No GitHub that knows this app answers at this address: start again from Settings > Repositories.'
