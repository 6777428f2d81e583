import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

/** The types of built files that are worth packing. */
export const packedTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.svg': 'image/svg+xml',
}

/**
 * Points a request for a file at what the build packed of it, for those who take gzip. Next would pack each file again
 * for each request, in the few threads that sign-in and pages need as well; so it is not told what they take.
 */
export function sendPacked(request: IncomingMessage, response: ServerResponse): void {
  const [address = ''] = (request.url ?? '').split('?', 1)
  const takesGzip = /\bgzip\b(?! *; *q=0(?:\.0*)?(?:[ ,]|$))/i.test(String(request.headers['accept-encoding'] ?? ''))
  delete request.headers['accept-encoding']
  const type = packedTypes[path.extname(address)]
  if (!type || !packedAddresses().has(`${address}.gz`)) return
  response.setHeader('Vary', 'Accept-Encoding')
  if (!takesGzip) return
  request.url = `${address}.gz`
  response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Type', type)
}

const holder = globalThis as { leadlinePackedAddresses?: ReadonlySet<string> }

/** Of the build that this process serves; none in development. */
function packedAddresses(): ReadonlySet<string> {
  holder.leadlinePackedAddresses ??= readAddresses()
  return holder.leadlinePackedAddresses
}

function readAddresses(): ReadonlySet<string> {
  const { LEADLINE_BUILD: build } = process.env
  if (!build) return new Set()
  const folder = path.resolve(/* turbopackIgnore: true */ process.cwd(), build, 'static')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Set(names.map((name) => `/_next/static/${name.replaceAll(path.sep, '/')}`))
}
