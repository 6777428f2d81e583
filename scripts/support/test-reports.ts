import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from './project-root'

/** A test, how long its slowest attempt took, and the first line of why it failed; null when it did not. */
export type ReportedTest = { name: string; milliseconds: number; failure: string | null }

type VitestReport = { testResults: VitestFile[] }
/** `message` is of a file that could not be run. */
type VitestFile = {
  name: string
  message?: string
  assertionResults: { fullName: string; status: string; duration?: number; failureMessages?: string[] }[]
}
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs: PlaywrightSpec[] }
type PlaywrightSpec = {
  file: string
  title: string
  ok: boolean
  tests: { results: { duration: number; error?: { message?: string } }[] }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[] }

/** Where the parts of `npm test` write what they ran, each to a file of JSON. */
export const reportsFolder = path.join(projectRoot, 'test-reports')

/** Removes what an earlier run wrote. */
export async function removeReports(): Promise<void> {
  await rm(reportsFolder, { recursive: true, force: true })
}

/** The tests of all parts that wrote a report. */
export async function readReports(): Promise<ReportedTest[]> {
  const files = await readdir(reportsFolder).catch(() => [])
  const tests = await Promise.all(
    files.map(async (file) => testsOf(JSON.parse(await readFile(path.join(reportsFolder, file), 'utf8')))),
  )
  return tests.flat()
}

/** The tests in a report of Vitest or Playwright. */
export function testsOf(report: VitestReport | PlaywrightReport): ReportedTest[] {
  return 'suites' in report ? report.suites.flatMap(testsOfSuite) : report.testResults.flatMap(testsOfFile)
}

function testsOfFile({ name, message, assertionResults }: VitestFile): ReportedTest[] {
  const file = path.relative(projectRoot, name)
  if (message) return [{ name: file, milliseconds: 0, failure: firstLine(message) }]
  return assertionResults.map(({ fullName, status, duration = 0, failureMessages = [] }) => ({
    name: `${file} › ${fullName}`,
    milliseconds: duration,
    failure: status === 'failed' ? firstLine(failureMessages[0]) : null,
  }))
}

function testsOfSuite({ suites = [], specs }: PlaywrightSuite): ReportedTest[] {
  const own = specs.map(({ file, title, ok, tests }) => {
    const results = tests.flatMap((test) => test.results)
    return {
      name: `e2e/${file} › ${title}`,
      milliseconds: Math.max(0, ...results.map(({ duration }) => duration)),
      failure: ok ? null : firstLine(results.find(({ error }) => error)?.error?.message),
    }
  })
  return [...own, ...suites.flatMap(testsOfSuite)]
}

const firstLine = (message = '') => stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''
