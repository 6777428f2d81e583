import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { answeredEach, created, type Entry, programs, refused, runReporter, standIn } from './run-reporter'

const cwd = mkdtempSync(path.join(tmpdir(), 'leadline-reporter-'))
const git = (...args: string[]) => execFileSync('git', ['-C', cwd, ...args], { encoding: 'utf8' }).trim()
git('init', '--quiet', '--initial-branch', 'main')
git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--allow-empty', '--message', 'One')
const commitSha = git('rev-parse', 'HEAD')

afterAll(() => rmSync(cwd, { recursive: true }))

const apiKey = 'ldl_0123456789abcdefghijklmnopqrstuvwxyzABCD123456'

type Server = Awaited<ReturnType<typeof standIn>>

/** What `work` returns of a server that answers so, and which is closed afterwards. */
async function beside<T>(answer: Parameters<typeof standIn>[0], work: (server: Server) => Promise<T>): Promise<T> {
  const server = await standIn(answer)
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

describe.each(programs)('the reporter in $name', ({ name, command }) => {
  const report = (url: string, words: string[], more: Partial<Parameters<typeof runReporter>[1]> = {}) =>
    runReporter([...command, ...words], {
      cwd,
      ...more,
      env: { LEADLINE_URL: url, LEADLINE_API_KEY: apiKey, ...more.env },
    })

  it('posts an event that the webhook takes, and says what became of it', async () => {
    await beside(created, async (server) => {
      const { code, stderr, stdout } = await report(`${server.url}/`, ['finish', 'success', '--service', 'api'])
      expect({ code, stdout, stderr }).toEqual({
        code: 0,
        stdout: '',
        stderr: 'leadline: recorded: api to production, success, 3 pull requests (request request-1)\n',
      })
      const [event] = server.events()
      expect(server.received).toMatchObject([
        { method: 'POST', url: '/api/webhooks/deployments', authorization: `Bearer ${apiKey}` },
      ])
      expect(parseDeploymentEvent(event, new Date())).toMatchObject({ commitSha, branch: 'main', status: 'success' })
    })
  })

  it('sends any text as it is', async () => {
    const hostile = `it's "$(id)" \\ \`x\` % é`
    await beside(created, async (server) => {
      await report(server.url, ['finish', 'failure', '--service', hostile, '--branch', hostile], {
        env: { LEADLINE_API_KEY: ` ${apiKey}\n` },
      })
      expect(server.events()).toMatchObject([{ service: hostile, branch: hostile, status: 'failure' }])
      expect(server.received[0]?.authorization).toBe(`Bearer ${apiKey}`)
    })
  })

  it('makes a deployment of each service', async () => {
    await beside(created, async (server) => {
      await report(server.url, ['start', '--service', 'api', '--service', 'worker, cron', '--environment', 'eu'])
      const events = server.events()
      expect(events.map(({ service, status }) => [service, status])).toEqual([
        ['api', 'in_progress'],
        ['worker', 'in_progress'],
        ['cron', 'in_progress'],
      ])
      expect(new Set(events.map(({ deploymentId }) => deploymentId)).size).toBe(3)
      expect(server.received.map(({ url }) => url)).toEqual(['/api/webhooks/deployments/batch'])
    })
  })

  it('says what became of each of many, and repeats only what may pass', async () => {
    const answers: Record<string, (earlier: number) => Entry> = {
      api: () => ({ status: 200 }),
      worker: () => ({ status: 400, error: 'Invalid payload: a "reason", {"status":9' }),
      cron: (earlier) => (earlier > 1 ? { status: 201 } : { status: 429, error: 'Rate limit exceeded', retryAfter: 1 }),
      web: (earlier) => (earlier > 0 ? { status: 201 } : { status: 503, error: 'Temporarily unavailable, retry' }),
    }
    await beside(
      (response, _, earlier) => answeredEach(response, ({ service }) => answers[service]?.(earlier) ?? { status: 500 }),
      async (server) => {
        const words = ['finish', 'success', '--service', 'api,worker,cron,web', '--strict']
        const { code, stderr } = await report(server.url, words)
        const lines = stderr.replaceAll(server.url.replace('http://', ''), 'HOST').trimEnd().split('\n')
        expect(lines).toEqual([
          'leadline: recorded: api to production, success (request request-1/1)',
          'leadline: WARNING: not recorded: worker to production, success: HOST: it answered 400, Invalid payload: a "reason", {"status":9 (request request-1/2)',
          'leadline: recorded: web to production, success (request request-1/2)',
          'leadline: recorded: cron to production, success (request request-1/1)',
        ])
        expect(code).toBe(1)
        const [first, second, third] = server.received.map(({ body }) => JSON.parse(body))
        expect(second).toEqual(first.slice(2))
        expect(third).toEqual(first.slice(2, 3))
      },
    )
  })

  it('names each service where all of them are refused, or what answers is not Leadline', async () => {
    const outcomeOf = (answer: Parameters<typeof standIn>[0]) =>
      beside(answer, async (server) => {
        const { stderr } = await report(server.url, ['finish', 'success', '--service', 'api,worker'])
        for (const service of ['api', 'worker']) expect(stderr).toContain(`WARNING: not recorded: ${service} to`)
        expect(server.received.length).toBe(1)
        return stderr
      })
    expect(await outcomeOf((response) => refused(response, 401))).toContain('it answered 401, Because of 401')
    expect(await outcomeOf((response) => response.end('<html>'))).toContain('what answered is not Leadline')
    expect(await outcomeOf((response) => response.end('{"results":[{"status":201}]}'))).toContain('not Leadline')
  })

  it('sends all again where the answer to many broke off', async () => {
    await beside(
      (response, _, earlier) => {
        if (earlier > 0) return created(response)
        response.writeHead(200, { 'Content-Length': '500' })
        response.write('{"stored":2,"refused":0,"results":[{"status":201,"a', () => response.destroy())
      },
      async (server) => {
        const { stderr } = await report(server.url, ['finish', 'success', '--service', 'api,worker'])
        expect(stderr.match(/recorded: (api|worker) to production, success, 3 pull requests/g)?.length).toBe(2)
        expect(new Set(server.received.map(({ body }) => body)).size).toBe(1)
      },
    )
  })

  it('finishes the deployment that start began, with its time', async () => {
    await beside(created, async (server) => {
      const env = { GITLAB_CI: 'true', CI_PROJECT_ID: '7', CI_JOB_ID: `9${name.length}` }
      await report(server.url, ['start', '--service', 'api'], { env })
      await report(server.url, ['finish', 'success', '--service', 'api'], { env })
      const [start, finish] = server.events()
      expect(finish).toMatchObject({ deploymentId: start?.deploymentId, startedAt: start?.startedAt })
      expect(start).not.toHaveProperty('completedAt')
    })
  })

  it('guesses no status', async () => {
    await beside(created, async (server) => {
      const { code, stderr } = await report(server.url, ['finish', '--service', 'api'], {
        env: { GITHUB_ACTIONS: 'true' },
      })
      expect(code).toBe(0)
      expect(stderr).toContain('GitHub Actions does not say how it ended: set LEADLINE_STATUS')
      const running = await report(server.url, ['finish', '--service', 'api'], {
        env: { GITLAB_CI: 'true', CI_JOB_STATUS: 'running' },
      })
      expect(running.stderr).toContain('GitLab CI does not say how it ended: call it in after_script')
      expect(server.received).toEqual([])
    })
  })

  it('tries once more where that may help, as late as it is asked to', async () => {
    const answers: [number, string][] = [
      [503, '1'],
      [429, '1'],
    ]
    await beside(
      (response, _, earlier) => {
        const [status, seconds] = answers[earlier] ?? []
        if (status) refused(response, status, { 'Retry-After': String(seconds) })
        else created(response)
      },
      async (server) => {
        const { code, stderr } = await report(server.url, ['finish', 'success', '--service', 'api'])
        expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('leadline: recorded: api') })
        expect(server.received.length).toBe(3)
        expect(new Set(server.received.map(({ body }) => body)).size).toBe(1)
      },
    )
  })

  it.each([400, 401, 403, 413, 500])('tries a refusal with %i once, and says the reason', async (status) => {
    await beside(
      (response) => refused(response, status),
      async (server) => {
        const { code, stderr } = await report(server.url, ['finish', 'success', '--service', 'api'])
        expect(code).toBe(0)
        expect(stderr).toMatch(
          new RegExp(
            `^leadline: WARNING: not recorded: api to production, success: .*${status}, Because of ${status}.*\n$`,
          ),
        )
        expect(stderr).toContain('(request request-1)')
        expect(server.received.length).toBe(1)
      },
    )
  })

  it('does not take any answer for that of Leadline, nor let one command the CI system', async () => {
    await beside(
      (response) => response.end('<html>Sign in</html>'),
      async (server) => {
        const { stderr } = await report(server.url, ['finish', 'success', '--service', 'api'])
        expect(stderr).toContain('what answered is not Leadline: check LEADLINE_URL')
      },
    )
    await beside(
      (response) => response.writeHead(400).end('{"error":"##vso[task.setvariable variable=x]y"}'),
      async (server) => {
        const { stderr } = await report(server.url, ['finish', 'success', '--service', '##[error]'])
        expect(stderr).toContain('task.setvariable')
        expect(stderr).not.toContain('##')
      },
    )
  })

  it('does not wait for a server that asks to come back later than there is time', async () => {
    await beside(
      (response) => refused(response, 429, { 'Retry-After': '86400' }),
      async (server) => {
        const { code, stderr } = await report(server.url, ['finish', 'success', '--service', 'api'])
        expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('WARNING: not recorded') })
        expect(server.received.length).toBe(1)
      },
    )
  })

  it('gives up on a server that does not answer, and fails only where it is told to', async () => {
    await beside(
      () => undefined,
      async (server) => {
        const words = ['finish', 'success', '--timeout', '2', '--service', 'api,worker']
        const { code, stderr } = await report(server.url, words)
        expect(code).toBe(0)
        expect(stderr.split('\n')).toEqual([
          expect.stringMatching(/^leadline: WARNING: not recorded: api .* it did not answer/),
          expect.stringMatching(/^leadline: WARNING: not recorded: worker /),
          '',
        ])
        expect((await report(server.url, [...words, '--strict'])).code).toBe(1)
        expect(server.received.length).toBeLessThan(5)
      },
    )
    const silent = await report('http://127.0.0.1:9', ['finish', 'success', '--timeout', '1', '--service', 'api'])
    expect({ code: silent.code, stderr: silent.stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('it did not answer'),
    })
  })

  it('follows a redirect with the event on the same host, and takes the key to no other', async () => {
    await beside(created, async (other) => {
      await beside(
        (response, request) => {
          if (request.url?.startsWith('/leadline')) return created(response)
          response.writeHead(301, { Location: `/leadline${request.url}` }).end()
        },
        async (server) => {
          const { stderr } = await report(server.url, ['finish', 'success', '--service', 'api'])
          expect(stderr).toContain('recorded: api')
          expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
            'POST /api/webhooks/deployments',
            'POST /leadline/api/webhooks/deployments',
          ])
        },
      )
      const elsewhere = other.url.replace('127.0.0.1', 'localhost')
      await beside(
        (response) => response.writeHead(308, { Location: elsewhere }).end(),
        async (server) => {
          const { stderr } = await report(server.url, ['finish', 'success', '--service', 'api'])
          expect(stderr).toContain(`another address, ${elsewhere}: set LEADLINE_URL`)
          expect(server.received.length).toBe(1)
        },
      )
      await beside(
        (response) => response.writeHead(302, { Location: '/api/webhooks/deployments' }).end(),
        async (server) => {
          await report(server.url, ['finish', 'success', '--service', 'api'])
          expect(server.received.length).toBe(4)
        },
      )
      expect(other.received).toEqual([])
    })
  })

  it.each([
    ['no key, as in a fork', { LEADLINE_API_KEY: '' }, 'LEADLINE_API_KEY is not set'],
    ['a variable that Azure did not find', { LEADLINE_API_KEY: '$(LEADLINE_API_KEY)' }, 'LEADLINE_API_KEY is not set'],
    ['something else as the key', { LEADLINE_API_KEY: 'a"\nb' }, 'does not look like a key'],
    ['no address', { LEADLINE_URL: '' }, 'set LEADLINE_URL'],
    ['another address', { LEADLINE_URL: 'http://127.0.0.1/"x' }, 'is not a valid address'],
  ])('warns of %s', async (_, env, reason) => {
    const { code, stderr } = await report('http://127.0.0.1:9', ['finish', 'success', '--service', 'api'], { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(reason) })
    const strict = await report('http://127.0.0.1:9', ['finish', 'success', '--strict', '--service', 'api'], { env })
    expect(strict.code).toBe(1)
  })

  it.each([
    [[]],
    [['report']],
    [['finish', '--sevrice', 'api']],
    [['finish', 'success', 'failure']],
    [['finish', 'success', '--service']],
    [['run', '--service', 'api']],
    [['start', '--timeout', 'soon']],
    [['finish', 'success', '--timeout', '-1']],
  ])('refuses %j', async (words) => {
    const { code, stderr } = await report('http://127.0.0.1:9', words)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--help says what it takes') })
  })

  it('helps', async () => {
    const { code, stdout } = await report('', ['--help'], { env: { LEADLINE_API_KEY: '' } })
    expect(code).toBe(0)
    for (const word of [
      'start',
      'finish',
      'run',
      '--service',
      '--environment',
      '--strict',
      '--dry-run',
      'LEADLINE_API_KEY',
    ])
      expect(stdout).toContain(word)
  })

  it('runs a command: its input, output and exit code are its own', async () => {
    await beside(created, async (server) => {
      const words = ['run', '--service', 'api', '--', 'sh', '-c', 'cat; echo "$1" >&2; exit 7', 'sh', `a  'b"`]
      const { code, stdout, stderr } = await report(server.url, words, { input: 'from outside' })
      expect({ code, stdout }).toEqual({ code: 7, stdout: 'from outside' })
      expect(stderr).toContain(`a  'b"\n`)
      const [start, finish] = server.events()
      expect(start).toMatchObject({ status: 'in_progress' })
      expect(finish).toMatchObject({
        status: 'failure',
        deploymentId: start?.deploymentId,
        startedAt: start?.startedAt,
      })
    })
  })

  it('runs a command with the variables, the umask and the name that it was given', async () => {
    const script = 'echo "$version $key $url"; umask'
    const env = { version: '9.9', key: 'mine', url: 'theirs' }
    const words = ['run', '--timeout', '1', '--service', 'api', '--']
    const { stdout } = await report('http://127.0.0.1:9', [...words, 'sh', '-c', script], { env })
    const plain = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { ...process.env, ...env } })
    expect(stdout).toBe(plain)
    expect((await report('http://127.0.0.1:9', [...words, 'json'])).code).toBe(127)
  })

  it('leaves out what would be too long, and cuts no letter of a long id', async () => {
    await beside(created, async (server) => {
      await report(server.url, ['finish', 'success', '--service', 'é'.repeat(120), '--branch', 'b'.repeat(1_100)])
      const [event] = server.events()
      expect(event).not.toHaveProperty('branch')
      expect(parseDeploymentEvent(event, new Date()).deploymentId).toMatch(/-[0-9]+-[0-9]+$/)
    })
  })

  it('runs a command where Leadline does not answer, and ends as the command does', async () => {
    const done = await report('http://127.0.0.1:9', ['run', '--timeout', '1', '--service', 'api', '--', 'echo', 'done'])
    expect({ code: done.code, stdout: done.stdout }).toEqual({ code: 0, stdout: 'done\n' })
    const failed = await report('', ['run', '--strict', '--service', 'api', '--', 'sh', '-c', 'exit 3'])
    expect(failed.code).toBe(3)
    const unknown = await report('', ['run', '--service', 'api', '--', '/no/such/command'])
    expect(unknown.code).toBe(127)
  })

  it('passes a signal on, waits for the command, and reports it as cancelled', async () => {
    await beside(created, async (server) => {
      const script = 'trap "echo ending; exit 9" TERM; echo begun; while :; do sleep 0.1; done'
      const { code, stdout } = await report(server.url, ['run', '--service', 'api', '--', 'sh', '-c', script], {
        stopAtOutput: true,
      })
      expect({ code, stdout }).toEqual({ code: 9, stdout: 'begun\nending\n' })
      expect(server.events().map(({ status }) => status)).toEqual(['in_progress', 'cancelled'])
    })
  })

  it('leaves nothing in the temporary folder', async () => {
    const TMPDIR = mkdtempSync(path.join(cwd, 'tmp-'))
    await beside(created, (server) =>
      report(server.url, ['finish', 'success', '--service', 'api'], { env: { TMPDIR } }),
    )
    expect(execFileSync('ls', ['-A', TMPDIR], { encoding: 'utf8' })).toBe('')
  })
})

describe('the reporter in a shell', () => {
  const [dash] = programs
  const run = (url: string, env: Record<string, string>) =>
    runReporter([...(dash?.command ?? []), 'finish', 'success', '--service', 'api'], {
      cwd,
      env: { LEADLINE_URL: url, LEADLINE_API_KEY: apiKey, ...env },
    })

  it('shows the key in no list of processes', async () => {
    const bin = mkdtempSync(path.join(cwd, 'bin-'))
    const log = path.join(bin, 'log')
    const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim()
    for (const [program, real] of [['curl', curl]]) {
      writeFileSync(path.join(bin, program ?? ''), `#!/bin/sh\nprintf '%s\\n' "$@" >>'${log}'\nexec ${real} "$@"\n`)
      chmodSync(path.join(bin, program ?? ''), 0o755)
    }
    await beside(created, async (server) => {
      const { stderr } = await run(server.url, { PATH: `${bin}:${process.env.PATH}` })
      expect(stderr).toContain('recorded: api')
    })
    expect(readFileSync(log, 'utf8')).toContain('--config')
    expect(readFileSync(log, 'utf8')).not.toContain(apiKey)
  })

  const tools = 'sh dash sed date cat tr cut cksum mktemp rm git env timeout grep tail awk sleep sort wc od'.split(' ')
  const withOnly = (...more: string[]) => {
    const bin = mkdtempSync(path.join(cwd, 'bin-'))
    for (const tool of [...tools, ...more]) {
      const found = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim()
      symlinkSync(found, path.join(bin, tool))
    }
    return bin
  }

  it('needs no curl where there is GNU wget', async () => {
    const PATH = withOnly('wget')
    await beside(created, async (server) => {
      const { stderr } = await run(server.url, { PATH })
      expect(stderr).toBe('leadline: recorded: api to production, success, 3 pull requests (request request-1)\n')
      expect(server.received).toMatchObject([{ method: 'POST', authorization: `Bearer ${apiKey}` }])
    })
    await beside(
      (response, _, earlier) => (earlier === 0 ? refused(response, 503) : refused(response, 400)),
      async (server) => {
        const { stderr } = await run(server.url, { PATH })
        expect(stderr).toContain('it answered 400, Because of 400 (request request-1)')
        expect(server.received.length).toBe(2)
      },
    )
  })

  it('says what is missing where there is neither', async () => {
    const { code, stderr } = await run('http://127.0.0.1:9', { PATH: withOnly() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('curl or GNU wget is needed') })
  })

  it('takes the token of a pipeline where there is no key', async () => {
    await beside(created, async (server) => {
      await run(server.url, { LEADLINE_API_KEY: '', LEADLINE_ID_TOKEN: 'header.claims.signature' })
      expect(server.received).toMatchObject([{ authorization: 'Bearer header.claims.signature' }])
    })
  })

  it('asks GitHub for a token for the audience', async () => {
    const audience = 'https://leadline.example.com/acme'
    const encoded = [...audience].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')
    await beside(
      (response, request) =>
        request.method === 'GET' ? response.end('{"count":1,"value":"a.b.c"}') : created(response),
      async (server) => {
        const { stderr } = await run(server.url, {
          LEADLINE_API_KEY: '',
          LEADLINE_AUDIENCE: audience,
          ACTIONS_ID_TOKEN_REQUEST_URL: `${server.url}/token?api-version=2.0`,
          ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of.the.runner',
        })
        expect(stderr).toContain('recorded: api')
        expect(server.received).toMatchObject([
          { method: 'GET', url: `/token?api-version=2.0&audience=${encoded}`, authorization: 'Bearer of.the.runner' },
          { method: 'POST', authorization: 'Bearer a.b.c' },
        ])
      },
    )
  })
})
