import { expect, test } from '@playwright/test'
import { parse } from 'yaml'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import { createTenant } from '@/lib/testing/factories'
import { renderArgo } from '../support/render-argo'
import { serverUrls } from '../support/servers'
import { isTriggered } from '../support/trigger-argo'

test.afterAll(() => db().close())

/** Names as git and people allow them. */
const facts = { branch: 'release/"1.0"\'$(id)', person: 'Ada "the first" \\ Lovelace' }
const commit = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const otherCommit = '9f2c1d0e7b6a594837261504f3e2d1c0b9a89786'
const git = { repoURL: 'https://github.com/acme/api', targetRevision: facts.branch }
const chart = { repoURL: 'https://charts.example.com', chart: 'api', targetRevision: '1.4.0' }
const many = { revision: '', source: { repoURL: '' } }

type Application = {
  phase?: string
  health?: string
  changed?: string
  started?: string
  reconciled?: string
  annotations?: Record<string, string>
  result?: Record<string, unknown>
  initiatedBy?: Record<string, unknown>
  sync?: { dryRun: boolean }
}

const started = '2026-03-02T10:00:00Z'
const finished = '2026-03-02T10:05:00Z'
const later = '2026-03-02T10:05:01Z'

function application({ phase = 'Succeeded', health = 'Healthy', annotations, ...of }: Application) {
  return {
    metadata: { name: 'api', annotations },
    status: {
      reconciledAt: of.reconciled ?? finished,
      health: { status: health, lastTransitionTime: of.changed },
      operationState: {
        phase,
        startedAt: of.started ?? started,
        finishedAt: finished,
        syncResult: of.result ?? { revision: commit, source: git },
        operation: { initiatedBy: of.initiatedBy ?? { automated: true }, sync: of.sync ?? {} },
      },
    },
  }
}

/** What the installation serves, as `kubectl patch` puts it into the ConfigMap. */
async function servedConfig() {
  const response = await fetch(`${serverUrls()[0]}/argocd.yaml`)
  const { data } = parse(await response.text())
  const [trigger] = parse(data['trigger.leadline'])
  return {
    when: trigger.when,
    service: parse(data['service.webhook.leadline']),
    ...parse(data['template.leadline']).webhook.leadline,
  }
}

/** What Argo CD would do after a sync: post it with the key of its secret, or nothing. */
async function sync(app: ReturnType<typeof application>, token: string, context = {}): Promise<boolean> {
  const { when, service, method, body } = await servedConfig()
  if (!isTriggered(when, app)) return false
  const headers = service.headers.map(({ name, value }: { name: string; value: string }) => [
    name,
    value.replace('$leadline-api-key', token),
  ])
  const response = await fetch(service.url, { method, headers, body: renderArgo(body, { app, context }) })
  expect(await response.json()).toMatchObject({ action: 'created' })
  return true
}

async function stored(app: Application, context?: Record<string, string>) {
  const { organization, token } = await createTenant()
  expect(await sync(application(app), token, context)).toBe(true)
  return getDeployment(organization.id, `argocd-api-${started}`)
}

const ends = [
  { phase: 'Succeeded', health: 'Healthy', status: 'success' },
  { phase: 'Succeeded', health: 'Degraded', status: 'failure' },
  { phase: 'Failed', health: 'Missing', status: 'failure' },
]

for (const { status, ...end } of ends) {
  test(`Argo CD reports ${end.phase} and ${end.health} as ${status}`, async () => {
    const initiatedBy = { username: facts.person }
    expect(await stored({ ...end, initiatedBy }, { argocdUrl: 'https://argocd.example.com/' })).toMatchObject({
      commitSha: commit,
      environment: 'production',
      production: true,
      status,
      service: 'api',
      startedAt: new Date(started),
      completedAt: new Date(finished),
      branch: facts.branch,
      triggeredBy: facts.person,
      pipelineUrl: 'https://argocd.example.com/applications/api',
    })
  })
}

test('Argo CD reports an automatic sync of an installation that does not know its address', async () => {
  expect(await stored({})).toMatchObject({ commitSha: commit, triggeredBy: null, pipelineUrl: null })
})

const commits: { of: string; app: Application; commitSha: string; branch: string | null }[] = [
  {
    of: 'the first of two repositories',
    app: { result: { ...many, revisions: [commit, otherCommit], sources: [git, chart] } },
    commitSha: commit,
    branch: facts.branch,
  },
  {
    of: 'the repository beside a Helm chart',
    app: { result: { ...many, revisions: ['1.4.0', commit], sources: [chart, git] } },
    commitSha: commit,
    branch: facts.branch,
  },
  {
    of: 'the annotation of a Helm chart',
    app: { annotations: { 'leadline/commit-sha': otherCommit }, result: { revision: '1.4.0', source: chart } },
    commitSha: otherCommit,
    branch: null,
  },
  {
    of: 'the annotation, before that of the repository with manifests',
    app: { annotations: { 'leadline/commit-sha': otherCommit } },
    commitSha: otherCommit,
    branch: null,
  },
]

for (const { of, app, commitSha, branch } of commits) {
  test(`Argo CD reports the commit of ${of}`, async () => {
    expect(await stored(app)).toMatchObject({ commitSha, branch, status: 'success' })
  })
}

test('Argo CD reports the service and the environment that annotations name', async () => {
  const annotations = { 'leadline/service': 'shop', 'leadline/environment': 'staging' }
  expect(await stored({ annotations })).toMatchObject({ service: 'shop', environment: 'staging', production: false })
})

/** What Argo CD shows of one sync, from its end on: each view, and whether it is posted. */
const courses: { of: string; views: [Application, boolean][] }[] = ['Healthy', 'Degraded'].flatMap((health) => {
  const before = health === 'Healthy' ? 'Degraded' : 'Healthy'
  const short = { started: finished, changed: started }
  return [
    {
      of: `a sync after which the application turns from ${before} to ${health}`,
      views: [
        [{ health: before, changed: started, reconciled: started }, false],
        [{ health: before, changed: started, reconciled: '2026-03-02T10:02:00Z' }, false],
        [{ health: 'Progressing', changed: finished }, false],
        [{ health, changed: later }, true],
      ],
    },
    {
      of: `a sync within one second after which the application turns from ${before} to ${health}`,
      views: [
        [{ ...short, health: before }, false],
        [{ ...short, health: 'Progressing', changed: finished }, false],
        [{ ...short, health, changed: later }, true],
      ],
    },
    {
      of: `a sync within one second that leaves the application ${health}`,
      views: [
        [{ ...short, health }, false],
        [{ ...short, health, reconciled: later }, true],
      ],
    },
    {
      of: `a sync that leaves the application ${health}`,
      views: [[{ health, changed: '2026-03-01T08:00:00Z' }, true]],
    },
  ]
})

for (const { of, views } of courses) {
  test(`Argo CD posts ${of} once that is known`, async () => {
    const { when } = await servedConfig()
    expect(views.map(([view]) => isTriggered(when, application(view)))).toEqual(views.map(([, posted]) => posted))
  })
}

test('Argo CD posts a failed sync at once, whatever the health was before', async () => {
  const { when } = await servedConfig()
  const view = { phase: 'Failed', health: 'Healthy', started: finished, changed: started }
  expect(isTriggered(when, application(view))).toBe(true)
})

const silent: { what: string; app: Application }[] = [
  { what: 'a Helm chart without a commit', app: { result: { revision: '1.4.0', source: chart } } },
  { what: 'Helm charts alone', app: { result: { ...many, revisions: ['1.4.0', '2.0.0'], sources: [chart, chart] } } },
  { what: 'a dry run', app: { sync: { dryRun: true } } },
  { what: 'a sync that is running', app: { phase: 'Running' } },
  { what: 'a sync that is not healthy yet', app: { health: 'Progressing' } },
]

for (const { what, app } of silent) {
  test(`Argo CD posts nothing of ${what}`, async () => {
    expect(await sync(application(app), 'none')).toBe(false)
  })
}

test('what Argo CD is given is the same for all, and kept for some minutes', async () => {
  const url = `${serverUrls()[0]}/argocd.yaml`
  const { headers } = await fetch(url)
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  const again = await fetch(url, { headers: { 'If-None-Match': String(headers.get('etag')) } })
  expect(again.status).toBe(304)
})
