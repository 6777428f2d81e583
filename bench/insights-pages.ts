import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { ensureBuild } from '@/scripts/support/build'
import { cookieOfMember } from './cookie-of-member'
import { organizationId } from './insights-data'
import { withProgress } from './replay-progress'
import { alignColumns } from './report'
import { startLeadline } from './servers'
import { percentile } from './statistics'

const ranges = ['30d', '90d', '365d']
const people = 10
const opensEach = 3

/** Milliseconds until all that needs no report had arrived, and until all had. */
type Opened = { bytes: number; beginMs: number; allMs: number }

/**
 * What the page of Insights sends and when, for one person, and how long others wait for a page without a report meanwhile
 * and while ten people open it. The page that others open is the measure of the first content as well.
 */
export async function measurePages(databaseUrl: string, rounds: number): Promise<string> {
  const cookies = await signIn(databaseUrl)
  const [reader = '', ...others] = cookies
  const stopping = new AbortController()
  await ensureBuild()
  const server = await startLeadline(databaseUrl, stopping.signal)
  const open = (path: string, cookie: string) => openPage(`${server.url}/org-1/${path}`, cookie)
  try {
    return await withProgress('pages', async (report) => {
      const alone = await repeat(rounds, () => open('settings/plan', reader))
      const lines = [['', 'HTML bytes', 'begins after ms', 'of a page without a report', 'all after ms']]
      for (const range of ranges) {
        report(`insights of ${range}`)
        const opened = await repeat(rounds, () => open(`insights?range=${range}`, reader))
        const ratio = median(opened, 'beginMs') / median(alone, 'beginMs')
        lines.push([
          `  insights, ${range}`,
          median(opened, 'bytes').toLocaleString('en'),
          median(opened, 'beginMs').toFixed(0),
          `× ${ratio.toFixed(1)}`,
          median(opened, 'allMs').toFixed(0),
        ])
      }
      report('ten people')
      const crowd = others.map((cookie) => repeat(opensEach, () => open('insights', cookie)))
      let over = false
      const ended = Promise.all(crowd).finally(() => {
        over = true
      })
      const beside: Opened[] = []
      while (!over) beside.push(await open('settings/plan', reader))
      const begun = (await ended).flat()
      const slower = median(beside, 'allMs') / median(alone, 'allMs')
      return [
        'Pages at the longest history, medians; the aims are at most 150,000 bytes, and a beginning within 300 ms',
        alignColumns(transpose(lines)),
        `  ten people open insights at once: it begins after ${median(begun, 'beginMs').toFixed(0)} ms, and a page without a report takes × ${slower.toFixed(1)} as long`,
      ].join('\n')
    })
  } finally {
    stopping.abort()
    await server.exited
  }
}

/** Cookies of as many members as are needed. */
async function signIn(databaseUrl: string): Promise<string[]> {
  setDatabaseUrl(databaseUrl)
  try {
    return await repeat(people + 1, () => cookieOfMember(organizationId, databaseUrl))
  } finally {
    await db().close()
  }
}

async function openPage(url: string, cookie: string): Promise<Opened> {
  const start = performance.now()
  const answer = await fetch(url, { headers: { cookie, 'Accept-Encoding': 'identity' }, redirect: 'manual' })
  if (answer.status !== 200 || !answer.body) throw new Error(`${url} was answered with ${answer.status}`)
  let [text, bytes, beginMs] = ['', 0, Number.NaN]
  const decoder = new TextDecoder()
  for await (const piece of answer.body) {
    bytes += piece.length
    text += decoder.decode(piece, { stream: true })
    if (Number.isNaN(beginMs) && text.includes('id="end"')) beginMs = performance.now() - start
  }
  return { bytes, beginMs, allMs: performance.now() - start }
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let time = 0; time < times; time += 1) results.push(await work())
  return results
}

function median(opened: readonly Opened[], figure: keyof Opened): number {
  return percentile(
    opened.map((each) => each[figure]).toSorted((a, b) => a - b),
    0.5,
  )
}

function transpose(rows: readonly string[][]): string[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''))
}
