import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@/scripts/support/project-root'
import { serverUrls } from '../support/servers'
import type { ServerAction } from './app-inventory'

export type ActionAnswer = {
  status: number
  /** Where the action sends the browser. */
  redirect: string | null
  /** What the action returned: the state of its form. */
  state: { status: string; message?: string; result?: unknown } | null
  setCookies: string[]
}

type Call = {
  /** The page that the form stands on. */
  page: string
  fields: Record<string, string>
  cookie?: string
  /** Null sends no such header. */
  origin?: string | null
}

type Manifest = { node: Record<string, { filename: string; exportedName: string }> }

/** Calls a server action as a browser does, without one: any field and any header can be what an attacker likes. */
export async function callAction(action: ServerAction, { page, fields, cookie, origin }: Call): Promise<ActionAnswer> {
  const [base] = serverUrls()
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(`_1_${name}`, value)
  body.set('0', JSON.stringify([{ status: 'idle' }, '$K1']))
  const headers: Record<string, string> = { 'Next-Action': actionId(action) }
  if (cookie) headers.Cookie = cookie
  if (origin !== null) headers.Origin = origin ?? base
  const response = await fetch(base + page, { method: 'POST', headers, body, redirect: 'manual' })
  return {
    status: response.status,
    redirect: response.headers.get('x-action-redirect')?.replace(/;(push|replace)$/, '') ?? null,
    state: stateIn(await response.text()),
    setCookies: response.headers.getSetCookie(),
  }
}

/** The name by which browsers call an action. */
export function actionId({ file, name }: ServerAction): string {
  const manifest = path.join(projectRoot, process.env.LEADLINE_BUILD ?? '', 'server', 'server-reference-manifest.json')
  const { node }: Manifest = JSON.parse(readFileSync(manifest, 'utf8'))
  const found = Object.entries(node).find(([, entry]) => entry.filename === file && entry.exportedName === name)
  if (!found) throw new Error(`The build has no action ${name} of ${file}`)
  return found[0]
}

/** React's wire format: one row `<id>:<JSON>` a line; row 0 names the row of what the action returned. */
function stateIn(flight: string): ActionAnswer['state'] {
  const rows = new Map(flight.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line] as const))
  const first = /"a":"\$@(\w+)"/.exec(rows.get('0') ?? '')
  const row = first?.[1] === undefined ? undefined : rows.get(first[1])
  if (row === undefined) return null
  try {
    return JSON.parse(row.slice(row.indexOf(':') + 1))
  } catch {
    return null
  }
}
