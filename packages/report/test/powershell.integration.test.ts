import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Language, type Node, Parser } from 'web-tree-sitter'
import { programs, runReporter } from './run-reporter'

type Case = { case: string; env: Record<string, string> }
type Found = Record<string, string>

const folder = path.resolve(import.meta.dirname, '..')
const script = readFileSync(path.join(folder, 'report.ps1'), 'utf8')
const shell = readFileSync(path.join(folder, 'report.sh'), 'utf8')
const cwd = mkdtempSync(path.join(tmpdir(), 'leadline-reporter-'))
let parser: Parser

beforeAll(async () => {
  await Parser.init()
  parser = new Parser()
  const grammar = createRequire(import.meta.url).resolve('tree-sitter-powershell/tree-sitter-powershell.wasm')
  parser.setLanguage(await Language.load(grammar))
})
afterAll(() => rmSync(cwd, { recursive: true }))

/** Where a script is no PowerShell: its lines, from 1. */
function mistakesIn(text: string): number[] {
  const walk = (node: Node): number[] => {
    if (node.isError || node.isMissing) return [node.startPosition.row + 1]
    return node.children.flatMap((child) => (child?.hasError ? walk(child) : []))
  }
  const root = parser.parse(text)?.rootNode
  return root?.hasError ? walk(root) : []
}

/** The value of `$env:A + 'text' + …`. */
function evaluate(expression: string, env: Record<string, string>): string {
  const parts = expression.matchAll(/\$env:(\w+)|'((?:[^']|'')*)'/g)
  return [...parts].map(([, name, text]) => (name ? env[name] : text?.replaceAll("''", "'"))).join('')
}

/** What Find-System finds: its lines are conditions of variables that are set, and sums of texts. */
function findSystem(env: Record<string, string>): Found {
  const [, body = ''] = /function Find-System.*\n([\s\S]*?)\n}\n/.exec(script) ?? []
  const isSet = (name = '') => Boolean(env[name])
  const found: Found = {}
  for (const branch of body.split(/^ {2}(?:else)?if /m).slice(1)) {
    const [head = '', ...lines] = branch.split('\n')
    if (![...head.matchAll(/\$env:(\w+)/g)].some(([, name]) => isSet(name))) continue
    for (const line of lines) {
      const [, field = '', needs = '', expression = ''] =
        /^ {4}if \(-not \$found\.(\w+)((?: -and \$env:\w+)*)\) { \$found\.\1 = (.*) }$/.exec(line) ?? []
      const hasAll = [...needs.matchAll(/\$env:(\w+)/g)].every(([, name]) => isSet(name))
      if (field && hasAll && !found[field]) found[field] = evaluate(expression, env)
    }
    return found
  }
  return found
}

describe('report.ps1', () => {
  it('is PowerShell, in ASCII', () => {
    expect(mistakesIn(script)).toEqual([])
    expect(mistakesIn("if ($true) {\n  Write-Output 'x'\n")).not.toEqual([])
    expect(script).toMatch(/^[\n -~]*$/)
  })

  it('has the version, the options and the place for the address that report.sh has', () => {
    const linesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, line]) => line)
    expect(script).toContain("$served_from = '' # the address of the installation that serves this file\n")
    const versions = /^\$?version ?= ?'(.*)'/gm
    expect(linesOf(script, versions)).toEqual(linesOf(shell, versions))
    const options = /^( {2}--\w.*)$/gm
    expect(linesOf(script, options)).toEqual(linesOf(shell, options))
    const words = /(?:say|prepared_not|Write-Words|trouble =) '(nothing was|LEADLINE|the address)(.*?)'/g
    for (const line of linesOf(shell, words)) expect(script).toContain(line)
    const shared = /(\/api\/[a-z/]+|(?:cat-file|diff -z|--no-tags|--is-shallow)[-a-z]*(?: -[-a-z]+)*)/g
    expect(new Set(linesOf(script, shared))).toEqual(new Set(linesOf(shell, shared)))
  })

  it('is generated of systems.json', () => {
    execFileSync(process.execPath, [path.join(folder, 'generate.mjs'), '--check'])
  })

  it.each(readdirSync(path.join(import.meta.dirname, 'environments')))(
    'finds in %s what report.sh finds',
    async (file) => {
      const cases: Case[] = JSON.parse(readFileSync(path.join(import.meta.dirname, 'environments', file), 'utf8'))
      for (const { env } of cases) {
        const words = [...(programs[0]?.command ?? []), 'finish', 'success', '--service', 'api', '--dry-run']
        const { stdout } = await runReporter(words, { cwd, env })
        const event = JSON.parse(stdout)
        const found = findSystem(env)
        expect(event.deploymentId).toMatch(found.deployment_id ?? 'an id')
        expect({
          commitSha: found.commit,
          environment: found.environment ?? 'production',
          branch: found.branch?.replace(/^refs\/(heads|tags)\/|^origin\//, ''),
          triggeredBy: found.who,
          pipelineName: found.pipeline,
          pipelineUrl: found.pipeline_url?.replaceAll(' ', '%20'),
        }).toEqual({
          commitSha: event.commitSha,
          environment: event.environment,
          branch: event.branch,
          triggeredBy: event.triggeredBy,
          pipelineName: event.pipelineName,
          pipelineUrl: event.pipelineUrl,
        })
      }
    },
  )
})
