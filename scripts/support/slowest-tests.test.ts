import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './project-root'
import { testsOf } from './slowest-tests'

test('reads the names and times of tests from a report of Vitest', () => {
  const report = {
    testResults: [
      {
        name: path.join(projectRoot, 'lib/core/parse.test.ts'),
        assertionResults: [{ fullName: 'parses a day', duration: 12.5 }, { fullName: 'was not run' }],
      },
    ],
  }
  expect(testsOf(report)).toEqual([
    { name: 'lib/core/parse.test.ts › parses a day', milliseconds: 12.5 },
    { name: 'lib/core/parse.test.ts › was not run', milliseconds: 0 },
  ])
})

test('reads the slowest attempt of each test from a report of Playwright, however deep it lies', () => {
  const spec = (title: string, ...durations: number[]) => ({
    file: 'api/stop.spec.ts',
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const report = { suites: [{ specs: [spec('starts', 40)], suites: [{ specs: [spec('stops', 200, 300)] }] }] }
  expect(testsOf(report)).toEqual([
    { name: 'e2e/api/stop.spec.ts › starts', milliseconds: 40 },
    { name: 'e2e/api/stop.spec.ts › stops', milliseconds: 300 },
  ])
})
