import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { listSnippets } from '@/lib/deployments/snippets/list'
import { listTokenSnippets } from '@/lib/deployments/snippets/with-token'
import { ensureCheckJsonschema } from '@/lib/testing/check-jsonschema'

const checkJsonschema = ensureCheckJsonschema()
const root = path.resolve(import.meta.dirname, '../../..')
const cwd = mkdtempSync(path.join(tmpdir(), 'leadline-schemas-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** What the schema that a CI system publishes has against files. */
function complaints(schema: string, files: unknown[]): string {
  const folder = mkdtempSync(path.join(cwd, `${schema}-`))
  const names = files.map((file, index) => {
    const name = path.join(folder, `${index}.json`)
    writeFileSync(name, JSON.stringify(file))
    return name
  })
  const words = ['--builtin-schema', `vendor.${schema}`, ...names]
  const { status, stdout, stderr } = spawnSync(checkJsonschema, words, { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}

const input = { baseUrl: 'https://leadline.acme.example', service: `it's "$(here)": #1` }
const audience = `${input.baseUrl}/acme`
const snippets = Object.fromEntries(
  [...listSnippets(input), ...listTokenSnippets({ ...input, audience })].map(({ id, text }) => [id, text]),
)

/** The blocks of YAML in a document. */
function blocksOf(file: string): string[] {
  return [...textOf(file).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
}

const [action, component, githubToken, gitlabToken, ...otherBlocks] = blocksOf('docs/pipelines.md')
const [orbBlock, ...otherOrbBlocks] = blocksOf('packages/orb/README.md')
const [pipeBlock, ...otherPipeBlocks] = blocksOf('packages/bitbucket-pipe/README.md')
const [droneBlock, ...otherReportBlocks] = blocksOf('packages/report/README.md')

/** A file of a system with a piece of it in its place. */
const around = {
  githubSteps: (steps: unknown) => around.githubJob({ steps }),
  githubJob: (job: object) => ({ on: 'push', jobs: { deploy: { 'runs-on': 'ubuntu-latest', ...job } } }),
  gitlabJob: (job: object) => ({ deploy: { script: './deploy.sh', ...job } }),
  azureSteps: (steps: unknown) => ({ steps }),
  circleSteps: (steps: unknown) => ({
    version: 2.1,
    jobs: { deploy: { docker: [{ image: 'cimg/base:current' }], steps } },
  }),
  bitbucketSteps: (steps: unknown) => ({ pipelines: { default: steps } }),
  bitbucketStep: (step: object) => around.bitbucketSteps([{ step: { script: ['./deploy.sh'], ...step } }]),
  droneSteps: (steps: unknown) => ({ kind: 'pipeline', type: 'docker', name: 'default', steps }),
  woodpeckerSteps: (steps: unknown) => ({ steps }),
}

/** The component as GitLab reads it, without the documents that GitLab itself takes apart. */
function componentParts(): { spec: object; jobs: object } {
  const [spec, jobs] = parseAllDocuments(textOf('templates/report.yml')).map((document) => document.toJS())
  return { spec, jobs }
}

/** An orb that is published is the same as one in the configuration that uses it. */
function inlineOrb(): unknown {
  const { version: _, description: _text, examples: _examples, ...orb } = parse(textOf('packages/orb/orb.yml'))
  return { ...around.circleSteps(['checkout', { 'leadline/report': { url: input.baseUrl } }]), orbs: { leadline: orb } }
}

const workflows = readdirSync(path.join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`)
const forms = ['bug', 'feature'].map((name) => `.github/ISSUE_TEMPLATE/${name}.yml`)

type Files = Record<string, unknown>

/** What is checked in, as a file of the system; and a mistake in such a file. */
const systems: { schema: string; files: Files; mistake: (text: string) => string }[] = [
  {
    schema: 'github-workflows',
    files: {
      ...Object.fromEntries(workflows.map((file) => [file, parse(textOf(file))])),
      snippet: around.githubSteps(parse(snippets['github-actions'] ?? '')),
      'snippet with a token': around.githubJob(parse(snippets['github-token'] ?? '')),
      'documentation of the action': around.githubSteps(parse(action ?? '')),
      'documentation of tokens': around.githubJob(parse(githubToken ?? '')),
    },
    mistake: (text) => text.replace('"run":', '"ran":').replace('"uses":', '"use":'),
  },
  {
    schema: 'github-actions',
    files: { 'action.yml': parse(textOf('action.yml')) },
    mistake: (text) => text.replace('"shell":', '"shel":'),
  },
  {
    schema: 'github-issue-forms',
    files: Object.fromEntries(forms.map((file) => [file, parse(textOf(file))])),
    mistake: (text) => text.replace('"body":', '"boddy":'),
  },
  {
    schema: 'github-issue-config',
    files: { config: parse(textOf('.github/ISSUE_TEMPLATE/config.yml')) },
    mistake: (text) => text.replace('"blank_issues_enabled":', '"blank_issues":'),
  },
  {
    schema: 'dependabot',
    files: { dependabot: parse(textOf('.github/dependabot.yml')) },
    mistake: (text) => text.replace('"directory":', '"folder":'),
  },
  {
    schema: 'gitlab-ci',
    files: {
      'inputs of the component': componentParts().spec,
      'job of the component': componentParts().jobs,
      'documentation of the component': parse(component ?? ''),
      snippet: around.gitlabJob(parse(snippets['gitlab-ci'] ?? '')),
      'snippet with a token': around.gitlabJob(parse(snippets['gitlab-token'] ?? '')),
      'documentation of tokens': around.gitlabJob(parse(gitlabToken ?? '')),
    },
    mistake: (text) => text.replace('"after_script":', '"after_scripts":'),
  },
  {
    schema: 'azure-pipelines',
    files: { snippet: around.azureSteps(parse(snippets['azure-pipelines'] ?? '')) },
    mistake: (text) => text.replace('"condition":', '"conditions":'),
  },
  {
    schema: 'circle-ci',
    files: {
      snippet: around.circleSteps(parse(snippets.circleci ?? '')),
      orb: inlineOrb(),
      'example of the orb': parse(textOf('packages/orb/orb.yml')).examples.deploy.usage,
      'documentation of the orb': { version: 2.1, ...parse(orbBlock ?? '') },
    },
    mistake: (text) => text.replace('"on_fail"', '"failed"'),
  },
  {
    schema: 'bitbucket-pipelines',
    files: {
      snippet: around.bitbucketStep(parse(snippets['bitbucket-pipelines'] ?? '')),
      'documentation of the pipe': around.bitbucketSteps(parse(pipeBlock ?? '')),
    },
    mistake: (text) => text.replace('"step":', '"stepp":'),
  },
  {
    schema: 'buildkite',
    files: {
      'step that the note of the snippet describes': { steps: [{ command: 'x', secrets: ['LEADLINE_API_KEY'] }] },
    },
    mistake: (text) => text.replace('"secrets":', '"secret":'),
  },
  ...['drone-ci', 'woodpecker-ci'].map((schema) => ({
    schema,
    files: {
      snippet: around[schema === 'drone-ci' ? 'droneSteps' : 'woodpeckerSteps'](parse(snippets.drone ?? '')),
      documentation: around[schema === 'drone-ci' ? 'droneSteps' : 'woodpeckerSteps'](parse(droneBlock ?? '')),
    },
    mistake: (text: string) => text.replace('"commands":', '"comands":'),
  })),
]

describe.each(systems)('the schema published for $schema', ({ schema, files, mistake }) => {
  it(`accepts ${Object.keys(files).join(', ')}`, () => expect(complaints(schema, Object.values(files))).toBe(''))

  it('finds a mistake in one', () => {
    const wrong = Object.values(files).map((file) => JSON.parse(mistake(JSON.stringify(file))))
    expect(complaints(schema, wrong)).not.toBe('')
  })
})

it('each block of YAML that is documented is checked', () => {
  expect([otherBlocks, otherOrbBlocks, otherPipeBlocks, otherReportBlocks].flat()).toEqual([])
})
