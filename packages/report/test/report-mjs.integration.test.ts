import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { created, runReporter, standIn } from './run-reporter'

const folder = path.resolve(import.meta.dirname, '..')
const command = [process.execPath, path.join(folder, 'report.mjs')]
const cwd = mkdtempSync(path.join(tmpdir(), 'leadline-reporter-'))

let server: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  server = await standIn((response, request) =>
    request.method === 'GET' ? response.end('{"count":1,"value":"a.b.c"}') : created(response),
  )
})
afterAll(async () => {
  await server.close()
  rmSync(cwd, { recursive: true })
})

const variables = () => ({ LEADLINE_URL: server.url, LEADLINE_API_KEY: 'ldl_key' })
const report = (words: string[], env: Record<string, string> = {}) =>
  runReporter([...command, ...words], { cwd, env: { ...variables(), ...env } })
const postedSince = (count: number) => server.events().slice(count)

describe('leadline-report', () => {
  it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)('passes %s on as it came', async (signal) => {
    const before = server.received.length
    const script = `process.once('${signal}', () => { console.log('got ${signal}'); process.exit(5) }); console.log('begun'); setInterval(() => {}, 60_000)`
    const [program = '', ...args] = [...command, 'run', '--service', 'api', '--', process.execPath, '-e', script]
    const child = spawn(program, args, { cwd, env: { ...process.env, ...variables() } })
    let stdout = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stdout.once('data', () => child.kill(signal))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect({ code, stdout }).toEqual({ code: 5, stdout: `begun\ngot ${signal}\n` })
    expect(postedSince(before).map(({ status }) => status)).toEqual(['in_progress', 'cancelled'])
  })

  it('ends with 128 and the signal that ended the command', async () => {
    const { code } = await report(['run', '--service', 'api', '--', 'sh', '-c', 'kill -KILL $$'])
    expect(code).toBe(137)
  })

  it('runs programs alone, with the variables as they were', async () => {
    const file = path.join(cwd, 'not-executable')
    writeFileSync(file, '')
    expect((await report(['run', '--service', 'api', '--', file])).code).toBe(126)
    const { stdout } = await report(['run', '--service', 'api', '--', 'sh', '-c', 'echo "$version $url"'], {
      version: '9.9',
      url: 'mine',
    })
    expect(stdout).toBe('9.9 mine\n')
  })

  it('takes the token of a pipeline where there is no key', async () => {
    await report(['finish', 'success', '--service', 'api'], { LEADLINE_API_KEY: '', LEADLINE_ID_TOKEN: 'of.the.job' })
    expect(server.received.at(-1)?.authorization).toBe('Bearer of.the.job')
  })

  it('asks GitHub for a token for the audience, for each report', async () => {
    const before = server.received.length
    await report(['run', '--service', 'api', '--audience', 'https://leadline.example.com/acme', '--', 'true'], {
      LEADLINE_API_KEY: '',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${server.url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of.the.runner',
    })
    const asked = {
      method: 'GET',
      url: '/token?api-version=2.0&audience=https%3A%2F%2Fleadline.example.com%2Facme',
      authorization: 'Bearer of.the.runner',
    }
    const posted = { method: 'POST', authorization: 'Bearer a.b.c' }
    expect(server.received.slice(before)).toMatchObject([asked, posted, asked, posted])
  })

  it('keeps an id within what Leadline takes, and different ids different', async () => {
    const idOf = async (id: string) => {
      const { stdout } = await report(['finish', 'success', '--service', 'api', '--dry-run', '--deployment-id', id])
      return JSON.parse(stdout).deploymentId
    }
    const ids = [await idOf('é'.repeat(300)), await idOf(`${'é'.repeat(300)}!`), await idOf('x'.repeat(10_000))]
    for (const id of ids) expect(id).toMatch(/^[ -~]{1,200}$/)
    expect(new Set(ids).size).toBe(3)
  })

  it('keeps the time of a start where report.sh finds it', async () => {
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_ID: '7',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'é',
      RUNNER_TEMP: cwd,
    }
    await report(['start', '--service', 'api'], env)
    const [note = ''] = readdirSync(cwd).filter((file) => file.startsWith('leadline-started-'))
    expect(readFileSync(path.join(cwd, note), 'utf8')).toMatch(/^[\d-]{10}T[\d:]{8}Z\n$/)
    writeFileSync(path.join(cwd, note), '2026-03-02T10:00:00Z\n')
    const finish = ['finish', 'success', '--service', 'api', '--dry-run']
    for (const program of [command, ['sh', path.join(folder, 'report.sh')]]) {
      const { stdout } = await runReporter([...program, ...finish], { cwd, env })
      expect(JSON.parse(stdout).startedAt).toBe('2026-03-02T10:00:00Z')
    }
  })

  it('says what its package says, and has the options of report.sh', async () => {
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    expect((await report(['--version'])).stdout).toBe(`${version}\n`)
    const optionsOf = (text: string) => text.match(/^ {2}--\w.*$/gm)
    const help = execFileSync('sh', [path.join(folder, 'report.sh'), '--help'], { encoding: 'utf8' })
    expect(optionsOf((await report(['--help'])).stdout)).toEqual(optionsOf(help))
  })
})

describe('a batch file of Windows', async () => {
  const { batchLine, findBatchFile } = await import(new URL('../batch-file.mjs', import.meta.url).href)

  it('is found as Windows finds commands', () => {
    const there =
      (...files: string[]) =>
      (file: string) =>
        files.includes(file)
    const variables = { PATH: 'C:\\one;C:\\two', PATHEXT: '.EXE;.CMD' }
    expect(findBatchFile('npm', variables, there('C:\\two\\npm', 'C:\\two\\npm.cmd'))).toBe('C:\\two\\npm.cmd')
    expect(findBatchFile('npm', variables, there('C:\\one\\npm.exe', 'C:\\two\\npm.cmd'))).toBeUndefined()
    expect(findBatchFile('.\\deploy.CMD', variables, there('deploy.CMD'))).toBe('deploy.CMD')
  })

  it('gets its arguments as they are', () => {
    expect(batchLine('C:\\a b\\x.cmd', ['plain', '', 'two words', '%PATH%', 'a&b', 'c:\\'])).toBe(
      '/e:ON /v:OFF /d /s /c ""C:\\a b\\x.cmd" plain "" "two words" "%%cd:~,%PATH%%cd:~,%" "a&b" "c:\\\\""',
    )
    expect(batchLine('x.cmd', ['say "hi"', 'back\\"slash'])).toBe(
      '/e:ON /v:OFF /d /s /c ""x.cmd" "say ""hi""" "back\\\\""slash""',
    )
    expect(() => batchLine('x.cmd', ['two\nlines'])).toThrow('line breaks')
  })
})
