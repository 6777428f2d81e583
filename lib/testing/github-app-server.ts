import { generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

type Manifest = { redirect_url: string; setup_url: string }

/** A GitHub that makes apps of manifests, knows their installations and the owner of a token. */
export type GithubAppServer = {
  baseUrl: string
  /** The one code that it gives an app for, once. */
  code: string
  app: { id: number; slug: string; name: string; pem: string; webhook_secret: string | null; client_secret: string }
  installationId: number
  token: string
  /** What was posted to have an app made. */
  manifests: Manifest[]
  close: () => Promise<void>
}

/** Starts one on this machine. */
export async function startGithubAppServer(): Promise<GithubAppServer> {
  const app: GithubAppServer['app'] = {
    id: 4711,
    slug: 'leadline-acme',
    name: 'Leadline acme',
    pem: privateKey,
    webhook_secret: 'secret-of-the-app',
    client_secret: 'client-secret-of-the-app',
  }
  const fixed = { code: 'a1b2c3', app, installationId: 77, token: 'github_pat_right' }
  const manifests: Manifest[] = []
  let codeIsGood = true
  const pageOf = (request: IncomingMessage): Promise<string> | null => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const state = encodeURIComponent(searchParams.get('state') ?? '')
    if (request.method === 'POST' && pathname === '/organizations/acme/settings/apps/new') {
      return readForm(request).then((form) => {
        const manifest: Manifest = JSON.parse(form.get('manifest') ?? '')
        manifests.push(manifest)
        return link(`${manifest.redirect_url}?code=${fixed.code}&state=${state}`, 'Create GitHub App')
      })
    }
    if (request.method !== 'GET' || pathname !== `/github-apps/${app.slug}/installations/new`) return null
    const query = `installation_id=${fixed.installationId}&setup_action=install&state=${state}`
    return Promise.resolve(link(`${manifests.at(-1)?.setup_url}?${query}`, 'Install'))
  }
  const answer = (request: IncomingMessage): [number, unknown] => {
    const path = `${request.method} ${request.url?.replace('/api/v3', '')}`
    if (path === `POST /app-manifests/${fixed.code}/conversions` && codeIsGood) {
      codeIsGood = false
      return [201, app]
    }
    if (path === `GET /app/installations/${fixed.installationId}`) {
      const found = { id: fixed.installationId, account: { login: 'acme' }, app_id: app.id }
      return isApp(request, app.id) ? [200, found] : [401, { message: 'A JSON web token could not be decoded' }]
    }
    if (path === 'GET /user' && /^(token|bearer) github_pat_right$/i.test(request.headers.authorization ?? '')) {
      return [200, { login: 'acme', id: 1 }]
    }
    return path === 'GET /user' ? [401, { message: 'Bad credentials' }] : [404, { message: 'Not Found' }]
  }
  const server = createServer((request, response) => {
    const page = pageOf(request)
    if (page) return page.then((html) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(html))
    const [status, body] = answer(request)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...fixed,
    manifests,
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

function link(href: string, text: string): string {
  return `<!doctype html><title>GitHub</title><link rel="icon" href="data:,"><a href="${href.replaceAll('&', '&amp;')}">${text}</a>`
}

/** Whether a request carries a token that the app of this id has signed. */
function isApp(request: IncomingMessage, appId: number): boolean {
  const [head = '', claims = '', signature = ''] = (request.headers.authorization ?? '')
    .replace(/^bearer /i, '')
    .split('.')
  const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  const signed = Buffer.from(`${head}.${claims}`)
  return String(iss) === String(appId) && verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))
}
