import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

function run(failing: string) {
  const script = `
    import { logFailures } from './scripts/support/log-failures.ts'
    logFailures()
    ${failing}
    setTimeout(() => console.log('goes on'))`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  )
  return { status, output: stdout + stderr }
}

it('a promise that fails and that none waited for is logged, and the process goes on', () => {
  const { status, output } = run("void Promise.reject(new Error('stray'))")
  expect(status).toBe(0)
  expect(output).toMatch(/failure that was not waited for.*stray/)
  expect(output).toContain('goes on')
})

it('an exception that none caught is logged and ends the process', () => {
  const { status, output } = run("setImmediate(() => { throw new Error('broken') })")
  expect(status).toBe(1)
  expect(output).toMatch(/process failed.*broken/)
})
