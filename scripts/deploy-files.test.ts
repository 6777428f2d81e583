import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createMetrics } from '@/lib/monitoring/metrics'
import { projectRoot } from './support/project-root'

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')

/** Every setting that there is, as `.env.example` lists them. */
const settings = new Set([...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))

/** What they mean to Node and Next. */
const notOurs = ['NODE_ENV', 'NEXT_TELEMETRY_DISABLED']

function expectSettings(names: readonly string[]): void {
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !settings.has(name) && !notOurs.includes(name))).toEqual([])
}

describe('what is deployed names only what there is', () => {
  it.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/leadline.json'])('metrics: %s', async (file) => {
    const types = await createMetrics().getMetricsAsArray()
    const known = types.flatMap(({ name }) => [name, ...['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)])
    const named = [...new Set(read(file).match(/\b(?:leadline|nodejs|process)_\w+/g))]
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it('settings: compose.yaml, with secrets that have to be set', () => {
    const { leadline } = parse(read('compose.yaml')).services
    expectSettings(Object.keys(leadline.environment))
    for (const secret of ['NEXTAUTH_SECRET', 'ENCRYPTION_KEY']) {
      expect(leadline.environment[secret]).toBe(`\${${secret}:?Set it in .env}`)
    }
    expect(leadline).toMatchObject({ read_only: true, cap_drop: ['ALL'], env_file: '.env' })
  })

  it('settings: Kubernetes', () => {
    const { configMapGenerator, resources } = parse(read('deploy/kubernetes/kustomization.yaml'))
    expectSettings(configMapGenerator[0].literals.map((literal: string) => literal.split('=')[0]))
    const files = readdirSync(path.join(projectRoot, 'deploy/kubernetes'))
    expect(files.filter((file) => file !== 'kustomization.yaml').toSorted()).toEqual(resources.toSorted())
  })

  it.each(['leadline', 'leadline-ingest@'])('settings and the script: %s.service', (unit) => {
    const text = read(`deploy/systemd/${unit}.service`)
    const [, values = ''] = /^Environment=(.*)$/m.exec(text) ?? []
    expectSettings(values.split(' ').map((value) => value.split('=')[0] ?? ''))
    const [, script = ''] = /^ExecStart=\/usr\/bin\/node scripts\/launch\.cjs (\S+)$/m.exec(text) ?? []
    expect(existsSync(path.join(projectRoot, script))).toBe(true)
  })

  it('files and addresses: the image and its probes', () => {
    const paths = read('.dockerignore').matchAll(/^!(.+)$/gm)
    expect([...paths].filter(([, file = '']) => !existsSync(path.join(projectRoot, file)))).toEqual([])
    const [{ spec }] = parseAllDocuments(read('deploy/kubernetes/deployment.yaml')).map((document) => document.toJS())
    const [container] = spec.template.spec.containers
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet)
    expect(probes).toEqual([
      { path: '/readyz', port: 'http' },
      { path: '/healthz', port: 'metrics' },
      { path: '/readyz', port: 'metrics' },
    ])
    for (const probe of probes) expect(existsSync(path.join(projectRoot, `app${probe.path}/route.ts`))).toBe(true)
    expect(read('Dockerfile')).toContain('/healthz`')
    expect(read('Dockerfile')).toMatch(/^USER 1000:1000$/m)
  })
})
