import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { created, runReporter, standIn } from './run-reporter'

type Variables = Record<string, string>
type Run = { run: string; shell?: string; env: Variables }

const root = path.resolve(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const cwd = mkdtempSync(path.join(tmpdir(), 'leadline-wrappers-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const apiKey = 'ldl_0123456789abcdefghijklmnopqrstuvwxyzABCD123456'
const hostile = `it's "$(id)" \`x\` #1`

/** What a system sets in a job that ended so. */
function jobOf(system: string, name: string): Variables {
  const cases: { case: string; env: Variables }[] = JSON.parse(
    textOf(`packages/report/test/environments/${system}.json`),
  )
  return cases.find((one) => one.case === name)?.env ?? {}
}

/** What an installation receives from a step of a job: it serves the reporter, and takes events. */
async function sent(job: Variables, step: (url: string) => Run) {
  const server = await standIn((response, request) => {
    if (request.url === '/report.sh') response.end(textOf('packages/report/report.sh'))
    else created(response)
  })
  try {
    const { run, shell = 'sh', env } = step(server.url)
    const result = await runReporter([shell, '-e', '-c', run], { cwd, env: { ...job, ...env } })
    const posts = server.received.filter(({ method }) => method === 'POST')
    for (const { authorization } of posts) expect(authorization).toBe(`Bearer ${apiKey}`)
    return { ...result, events: posts.map(({ body }) => JSON.parse(body)) }
  } finally {
    await server.close()
  }
}

describe('the action of GitHub', () => {
  const action = parse(textOf('action.yml'))

  /** As the runner does: defaults, and expressions, which mean the same in JavaScript once names are values. */
  function step(job: { status: string; check_run_id?: number }, given: Variables, env: Variables = {}): Run {
    const values = (text: string, inputs: Variables): string =>
      text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
        const contexts: Record<string, Record<string, unknown>> = { inputs, env, job, strategy: { 'job-index': 3 } }
        const script = expression.replace(/([a-z]+)\.([\w-]+)/g, (_name, context: string, field: string) =>
          JSON.stringify(contexts[context]?.[field] ?? ''),
        )
        return String(new Function(`return ${script}`)())
      })
    const inputs: Variables = {}
    for (const [name, input] of Object.entries<{ default?: string }>(action.inputs))
      inputs[name] = given[name] ?? values(input.default ?? '', {})
    const [{ run, shell, env: variables }] = action.runs.steps
    const evaluated = Object.entries<string>(variables).map(([name, text]) => [name, values(text, inputs)])
    return { run, shell, env: { ...env, ...Object.fromEntries(evaluated), GITHUB_ACTION_PATH: root } }
  }

  it('interpolates nothing into the shell, and asks for nothing that a composite action has not', () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{')
    expect(textOf('action.yml')).not.toMatch(/\$\{\{[^}]*\b(secrets|vars|needs)\./)
  })

  it.each(['success', 'failure', 'cancelled'])('reports a job that ended with %s', async (status) => {
    const { code, stderr, events } = await sent(jobOf('github-actions', 'success'), (url) =>
      step({ status, check_run_id: 51725241954 }, { url, 'api-key': apiKey, service: hostile, environment: 'eu' }),
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('leadline: recorded') })
    expect(events).toMatchObject([{ status, service: hostile, environment: 'eu' }])
    expect(events[0].deploymentId).toContain('51725241954')
  })

  it('takes the key from the job, tells the legs of a matrix apart without a check run, and needs no name', async () => {
    const { events } = await sent(jobOf('github-actions', 'matrix'), (url) =>
      step({ status: 'success' }, { url }, { LEADLINE_API_KEY: apiKey }),
    )
    expect(events).toMatchObject([{ service: 'shop', environment: 'production', status: 'success' }])
    expect(events[0].deploymentId).toMatch(/-3-shop-production$/)
  })

  it('reports the start and what the job does not say, under an id of its own', async () => {
    const given = { 'api-key': apiKey, service: 'api', 'deployment-id': 'release-7' }
    const start = await sent(jobOf('github-actions', 'success'), (url) =>
      step({ status: 'success' }, { ...given, url, command: 'start' }),
    )
    expect(start.events).toMatchObject([{ status: 'in_progress', deploymentId: 'release-7-api-production' }])
    const end = await sent(jobOf('github-actions', 'success'), (url) =>
      step({ status: 'success' }, { ...given, url, status: 'rolled_back' }),
    )
    expect(end.events).toMatchObject([{ status: 'rolled_back', deploymentId: 'release-7-api-production' }])
  })
})

describe('the component of GitLab', () => {
  const [spec, jobs] = parseAllDocuments(textOf('templates/report.yml')).map((document) => document.toJS())

  /** As GitLab does: inputs and their defaults in the place of `$[[ inputs.… ]]`, and the job's variables. */
  function step(given: Variables): Run {
    const { inputs } = spec.spec
    for (const name of Object.keys(given)) expect(Object.keys(inputs)).toContain(name)
    const filled = (text: string) =>
      text.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => given[name] ?? inputs[name].default)
    const [job] = Object.values<{ variables: Variables; after_script: string[] }>(jobs)
    const variables = Object.entries(job?.variables ?? {}).map(([name, text]) => [name, filled(text)])
    return {
      run: (job?.after_script ?? []).join('\n'),
      env: { ...Object.fromEntries(variables), LEADLINE_API_KEY: apiKey },
    }
  }

  it.each(['success', 'failure', 'cancelled'])('reports a job that ended with %s', async (status) => {
    const { code, events } = await sent(jobOf('gitlab-ci', status), (url) => step({ url, service: hostile }))
    expect(code).toBe(0)
    expect(events).toMatchObject([{ status, service: hostile, environment: 'production' }])
  })

  it('needs no more than the address', async () => {
    const { events } = await sent(jobOf('gitlab-ci', 'pull request'), (url) => step({ url }))
    expect(events).toMatchObject([{ service: 'shop', environment: 'review/42' }])
  })

  it('defines a job that only runs where another extends it', () => {
    expect(Object.keys(jobs)).toEqual(['$[[ inputs.name ]]'])
    expect(spec.spec.inputs.name.default).toMatch(/^\./)
  })
})

describe('the orb of CircleCI', () => {
  const { commands, examples } = parse(textOf('packages/orb/orb.yml'))

  /** As CircleCI does: parameters and their defaults in the place of `<< parameters.… >>`. */
  function step(command: string, index: number, given: Variables): Run {
    const { parameters, steps } = commands[command]
    for (const name of Object.keys(given)) expect(Object.keys(parameters)).toContain(name)
    const { command: run, environment } = steps[index].run
    const variables = Object.entries<string>(environment).map(([name, text]) => [
      name,
      text.replace(/<< parameters\.(\w+) >>/g, (_, key: string) => given[key] ?? parameters[key].default),
    ])
    return { run, env: { ...Object.fromEntries(variables), LEADLINE_API_KEY: apiKey } }
  }

  it.each([
    { command: 'report', index: 0, status: 'success' },
    { command: 'report', index: 1, status: 'failure' },
    { command: 'start', index: 0, status: 'in_progress' },
  ])('$command reports $status', async ({ command, index, status }) => {
    const { code, events } = await sent(jobOf('circleci', 'success'), (url) =>
      step(command, index, { url, service: hostile }),
    )
    expect(code).toBe(0)
    expect(events).toMatchObject([{ status, service: hostile, environment: 'production' }])
  })

  it('reports a failure only after one, and interpolates nothing into the shell', () => {
    expect(commands.report.steps.map(({ run }: { run: { when?: string } }) => run.when)).toEqual([undefined, 'on_fail'])
    for (const { steps } of Object.values<{ steps: { run: { command: string } }[] }>(commands))
      for (const { run } of steps) expect(run.command).not.toContain('<<')
  })

  it('shows how it is used', () => {
    const used = examples.deploy.usage.jobs.deploy.steps.at(-1)['leadline/report']
    expect(Object.keys(commands.report.parameters)).toEqual(expect.arrayContaining(Object.keys(used)))
  })
})

describe('the pipe of Bitbucket', () => {
  it.each(['success', 'failure'])('reports a step that ended with %s', async (status) => {
    const job = jobOf('bitbucket-pipelines', status)
    const { code, events } = await sent(job, (url) => ({
      run: textOf('packages/bitbucket-pipe/pipe.sh'),
      env: {
        LEADLINE_URL: `${url}/`,
        LEADLINE_API_KEY: apiKey,
        LEADLINE_STATUS: String(job.BITBUCKET_EXIT_CODE),
        LEADLINE_SERVICE: hostile,
      },
    }))
    expect(code).toBe(0)
    expect(events).toMatchObject([{ status, service: hostile, environment: 'production' }])
  })
})

describe('each of them', () => {
  it('fails no deployment where the installation does not answer', async () => {
    const { LEADLINE_URL, ...env } = { LEADLINE_URL: 'http://127.0.0.1:9', LEADLINE_API_KEY: apiKey }
    const runs = [
      parse(textOf('packages/orb/orb.yml')).commands.report.steps[0].run.command,
      Object.values<{ after_script: string[] }>(parseAllDocuments(textOf('templates/report.yml'))[1]?.toJS())[0]
        ?.after_script[0],
      textOf('packages/bitbucket-pipe/pipe.sh'),
    ]
    for (const run of runs) {
      const { code } = await runReporter(['sh', '-e', '-c', String(run)], { cwd, env: { ...env, LEADLINE_URL } })
      expect(code).toBe(0)
    }
  })
})
