import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { curlLine } from './curl'

const event = {
  service: 'timetable',
  environment: 'production',
  status: 'success',
  commitSha: 'a'.repeat(40),
  previousCommitSha: 'b'.repeat(40),
} as const

test('what a shell makes of the line is a request with the key and a valid event of this moment', () => {
  const line = curlLine('http://localhost:3000', 'ldl_key', event)
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`
  const [, , silent, showError, writeOut, format, url, ...options] = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
  }).split('\0')
  expect([silent, showError, writeOut, format]).toEqual(['--silent', '--show-error', '--write-out', '\\n'])
  expect(url).toBe('http://localhost:3000/api/webhooks/deployments')
  expect(options.slice(0, 4)).toEqual(['-H', 'Authorization: Bearer ldl_key', '-H', 'Content-Type: application/json'])
  expect(parseDeploymentEvent(JSON.parse(options[5] ?? ''), new Date())).toMatchObject(event)
})
