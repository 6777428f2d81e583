import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './project-root'
import { testsOf } from './test-reports'

test('reads names, times and failures of tests from a report of Vitest', () => {
  const report = {
    testResults: [
      {
        name: path.join(projectRoot, 'lib/core/parse.test.ts'),
        message: '',
        assertionResults: [
          { fullName: 'parses a day', status: 'passed', duration: 12.5, failureMessages: [] },
          {
            fullName: 'parses a week',
            status: 'failed',
            duration: 3,
            failureMessages: ['\u001b[31mAssertionError: a\u001b[39m\n at b'],
          },
          { fullName: 'was not run', status: 'skipped' },
        ],
      },
      {
        name: path.join(projectRoot, 'lib/core/broken.test.ts'),
        message: 'No such module\n at c',
        assertionResults: [],
      },
    ],
  }
  expect(testsOf(report)).toEqual([
    { name: 'lib/core/parse.test.ts › parses a day', milliseconds: 12.5, failure: null },
    { name: 'lib/core/parse.test.ts › parses a week', milliseconds: 3, failure: 'AssertionError: a' },
    { name: 'lib/core/parse.test.ts › was not run', milliseconds: 0, failure: null },
    { name: 'lib/core/broken.test.ts', milliseconds: 0, failure: 'No such module' },
  ])
})

test('reads the slowest attempt of each test, and why it failed, from a report of Playwright, however deep it lies', () => {
  const spec = (title: string, ok: boolean, ...results: { duration: number; error?: { message: string } }[]) => ({
    ...{ file: 'api/stop.spec.ts', title, ok },
    tests: [{ results }],
  })
  const starts = spec('starts', true, { duration: 40 })
  const stops = spec(
    'stops',
    false,
    { duration: 200 },
    { duration: 300, error: { message: 'Error: it goes on\n at d' } },
  )
  expect(testsOf({ suites: [{ specs: [starts], suites: [{ specs: [stops] }] }] })).toEqual([
    { name: 'e2e/api/stop.spec.ts › starts', milliseconds: 40, failure: null },
    { name: 'e2e/api/stop.spec.ts › stops', milliseconds: 300, failure: 'Error: it goes on' },
  ])
})
