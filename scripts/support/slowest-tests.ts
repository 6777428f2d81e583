import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from './project-root'

/** A test, and how long its slowest attempt took. */
export type TimedTest = { name: string; milliseconds: number }

type VitestReport = { testResults: { name: string; assertionResults: { fullName: string; duration?: number }[] }[] }
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; tests: { results: { duration: number }[] }[] }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[] }

/** Where the parts of `npm test` write what they ran, each to a file of JSON. */
export const reportsFolder = path.join(projectRoot, 'test-reports')

/** Removes what an earlier run wrote. */
export async function removeReports(): Promise<void> {
  await rm(reportsFolder, { recursive: true, force: true })
}

/** The slowest tests of all parts that wrote a report, the slowest first. */
export async function readSlowest(count: number): Promise<TimedTest[]> {
  const files = await readdir(reportsFolder).catch(() => [])
  const tests = await Promise.all(
    files.map(async (file) => testsOf(JSON.parse(await readFile(path.join(reportsFolder, file), 'utf8')))),
  )
  return tests
    .flat()
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, count)
}

/** The tests in a report of Vitest or Playwright. */
export function testsOf(report: VitestReport | PlaywrightReport): TimedTest[] {
  if ('suites' in report) return report.suites.flatMap(testsOfSuite)
  return report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      name: `${path.relative(projectRoot, file)} › ${fullName}`,
      milliseconds: duration,
    })),
  )
}

function testsOfSuite({ suites = [], specs }: PlaywrightSuite): TimedTest[] {
  const own = specs.map(({ file, title, tests }) => ({
    name: `e2e/${file} › ${title}`,
    milliseconds: Math.max(0, ...tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  }))
  return [...own, ...suites.flatMap(testsOfSuite)]
}
