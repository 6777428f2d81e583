import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { baseUrl } from '@/lib/core/base-url'
import { textRoute } from '@/lib/http/text-route'

/** The program that pipelines report with, for a POSIX shell and for PowerShell. */
export type ReporterFile = 'report.sh' | 'report.ps1'

type Served = { text: string; sha256: string }

const served = new Map<ReporterFile, Served>()

/** A reporter with the address of this installation filled in, and its SHA-256 in hexadecimal. */
export function servedReporter(file: ReporterFile): Served {
  const known = served.get(file)
  if (known) return known
  const source = readFileSync(path.join(process.cwd(), 'packages', 'report', file), 'utf8')
  const address = baseUrl().replaceAll("'", '%27')
  const text = source.replace(/(served_from ?= ?)''/, (_, assignment) => `${assignment}'${address}'`)
  const fresh = { text, sha256: createHash('sha256').update(text).digest('hex') }
  served.set(file, fresh)
  return fresh
}

/** Serves a reporter to pipelines: anyone may read it. */
export function reporterRoute(file: ReporterFile) {
  return textRoute(() => servedReporter(file).text)
}
