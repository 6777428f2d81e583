import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Pages that read no more than who opens them: a few rows by their keys, once for a request. */
const readingNothing = ['(app)/[org]/page.tsx', '(app)/[org]/settings/page.tsx', '(app)/[org]/settings/plan/page.tsx']

/** It must not keep others from their turn meanwhile. */
const waitingForHost = '(app)/[org]/settings/repositories/choose/[connection]/page.tsx'

/** Its beginning is sent before its turn. */
const begunEarly = '(app)/[org]/insights/page.tsx'

const withoutTurn = [...readingNothing, waitingForHost, begunEarly]

const app = fileURLToPath(new URL('.', import.meta.url))

const all = readdirSync(app, { recursive: true, encoding: 'utf8' })
const textOf = (file: string) => readFileSync(join(app, file), 'utf8')
const files = all.filter((file) => /^\((app|wall)\)\/\[org\]\//.test(file))
const pages = files.filter((file) => file.endsWith('/page.tsx'))
const versions = files.filter((file) => file.endsWith('/version/route.ts'))

test.each(pages.filter((file) => !withoutTurn.includes(file)))('%s waits for its turn', (file) => {
  expect(textOf(file)).toContain('export default organizationPage(')
})

test.each(all.filter((file) => /(^|\/)page\.tsx$/.test(file)))(
  '%s takes two connections at once, as a report does',
  (file) => {
    for (const [, items = ''] of textOf(file).matchAll(/Promise\.all\(\[\n((?: {4}.*\n)+) {2}\]\)/g)) {
      expect(items.match(/^ {4}\S/gm)?.length).toBeLessThanOrEqual(2)
    }
  },
)

test.each(readingNothing)('%s reads no more than who opens it', (file) => {
  expect(textOf(file).match(/\bawait [^;\n]*/g)).toEqual(['await pageMember(params)'])
})

test('what is begun early reads its report in its turn, and what it begins with in another', () => {
  const text = textOf(begunEarly)
  expect(text).toContain('readInTurn(member, () => readInsights(')
  const outside = text.replace(/await runBeginning\(member, async \(\) => \(\{[^}]*\}\)\)/, '')
  expect(outside.length).toBeLessThan(text.length)
  for (const read of ['readReportHead(', 'listFilterChoices(', 'countOpenSignals(']) expect(outside).not.toContain(read)
})

test('what waits for a host takes turns of its own', () => {
  expect(textOf(waitingForHost)).toContain('waitForHost(member, () => findChoices(')
  for (const file of ['api/github/manifest/route.ts', 'api/github/installed/route.ts']) {
    expect(textOf(file)).toContain('userId, hostTurnsOf(userId, requireUser))')
  }
})

test.each(pages)('%s reads no title outside of the turn of its page', (file) => {
  expect(textOf(file)).not.toMatch(/function generateMetadata[^}]*\bload\(/)
})

/** It takes a turn of its own within a time limit. */
const sections = files.filter(
  (file) => file.endsWith('.tsx') && !/(^|\/)(page|layout|coverage-section)\.tsx$/.test(file),
)

test.each(sections)('%s has no part that reads outside of a turn', (file) => {
  expect(textOf(file)).not.toContain('refusable(')
})

/** The outermost layout reads nothing. */
const drawn = all.filter((file) => file.endsWith('.tsx') && file !== 'layout.tsx')

test.each(drawn)('%s reads nothing that a database without answers makes 500', (file) => {
  const text = textOf(file)
  for (const [, name] of text.matchAll(/async function ([A-Z]\w*)/g)) {
    expect(text).toMatch(new RegExp(`(refusable|organizationPage)\\(${name}\\b`))
  }
})

test.each(versions)('%s waits for its turn', (file) => {
  expect(textOf(file)).toContain('export const GET = versionRoute(')
})

test('there are pages and versions to look at', () => {
  expect(pages).toEqual(expect.arrayContaining(withoutTurn))
  expect(versions).toHaveLength(5)
})
