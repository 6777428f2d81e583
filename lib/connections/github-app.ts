import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/core'
import { z } from 'zod'
import { AppError } from '@/lib/errors'
import { githubApiUrl } from '@/lib/hosts/github/api-url'
import { checkAddress } from './check-address'

const patienceMs = 15_000

const createdApp = z.object({
  id: z.number(),
  slug: z.string().regex(/^[\w.-]+$/),
  name: z.string(),
  pem: z.string(),
  webhook_secret: z.string().min(1).nullable(),
})

/** A GitHub App as GitHub gives it away once, when it was made from a manifest; with a webhook or without. */
export type CreatedApp = { appId: string; slug: string; name: string; privateKey: string; webhookSecret: string | null }

/** Exchanges the code that GitHub sent the browser back with. Throws `invalid` for one that it does not know. */
export async function exchangeCode(baseUrl: string, code: string): Promise<CreatedApp> {
  await checkAddress(baseUrl)
  const data = await ask(() => octokit(baseUrl).request('POST /app-manifests/{code}/conversions', { code }))
  const { id, slug, name, pem, webhook_secret: webhookSecret } = understand(createdApp, data)
  return { appId: String(id), slug, name, privateKey: pem, webhookSecret }
}

export type App = { baseUrl: string; appId: string; privateKey: string }

const foundInstallation = z.object({ id: z.number(), account: z.object({ login: z.string() }).nullable() })

/**
 * The account that an app is installed on, asked as the app itself, so that another app's installation is not found.
 * Throws `invalid` for one that GitHub does not know.
 */
export async function readInstallation({ baseUrl, appId, privateKey }: App, installationId: number): Promise<string> {
  await checkAddress(baseUrl)
  const asApp = octokit(baseUrl, { authStrategy: createAppAuth, auth: { appId, privateKey } })
  const path = 'GET /app/installations/{installation_id}'
  const data = await ask(() => asApp.request(path, { installation_id: installationId }))
  const { id, account } = understand(foundInstallation, data)
  return account?.login ?? String(id)
}

function octokit(baseUrl: string, auth: object = {}): Octokit {
  const signal = AbortSignal.timeout(patienceMs)
  return new Octokit({ baseUrl: githubApiUrl(baseUrl), request: { signal, redirect: 'error' }, log: silent, ...auth })
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

async function ask(request: () => Promise<{ data: unknown }>): Promise<unknown> {
  try {
    return (await request()).data
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
    if (status >= 400 && status < 500 && status !== 429) {
      throw new AppError('invalid', 'GitHub does not know this. Start again from Settings > Repositories.')
    }
    throw new AppError('unavailable', 'GitHub does not answer. Try again in a moment.', {}, { cause: error })
  }
}

function understand<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  throw new AppError('unavailable', 'What answered at this address is not GitHub. Check the base URL.')
}
