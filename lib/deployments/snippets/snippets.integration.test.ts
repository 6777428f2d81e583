import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { curl } from '@/lib/deployments/snippets/curl'
import { listSnippets } from '@/lib/deployments/snippets/list'
import type { Snippet } from '@/lib/deployments/snippets/snippet'

const baseUrl = 'https://leadline.acme.example'
const snippets = listSnippets({ baseUrl, service: 'api' })

/** What the shells of a snippet run, however it is written down. */
function commandsOf({ language, text }: Pick<Snippet, 'language' | 'text'>): string[] {
  if (language === 'bash') return [text]
  if (language === 'groovy') return [...text.matchAll(/sh '(.*)'/g)].map(([, sh = '']) => sh.replace(/\\(.)/g, '$1'))
  const strings: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') strings.push(value)
    else if (value && typeof value === 'object') Object.values(value).forEach(collect)
  }
  collect(parse(text))
  return strings.filter((command) => command.includes('| sh '))
}

describe('the snippets', () => {
  it('cover the CI systems', () => {
    expect(snippets.map(({ title }) => title)).toEqual([
      'GitHub Actions',
      'GitLab CI',
      'Jenkins',
      'Azure Pipelines',
      'CircleCI',
      'Bitbucket Pipelines',
      'Buildkite',
      'TeamCity',
      'Drone, Woodpecker',
      'Argo CD',
      'Any shell',
    ])
  })

  it.each(snippets)('$title names the address, and where to put it and the key', ({ text, file, note }) => {
    expect(text).toContain(baseUrl)
    expect(file).not.toBe('')
    expect(`${note} ${text}`).toMatch(/LEADLINE_API_KEY|leadline-api-key/)
  })

  it.each(snippets)('$title contains no key', ({ text, note }) => {
    expect(text + note).not.toMatch(/ldl_[0-9A-Za-z]/)
  })

  it.each(snippets.filter(({ language }) => language === 'yaml'))('$title is YAML without a warning', ({ text }) => {
    for (const document of parseAllDocuments(text)) {
      expect([...document.errors, ...document.warnings]).toEqual([])
    }
  })

  it.each(snippets.filter(({ language }) => language === 'bash'))('$title is shell', ({ text }) => {
    execFileSync('sh', ['-n'], { input: text })
  })

  it.each(snippets)('$title has lines that a screen can show', ({ text }) => {
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(190)
  })

  it.each(snippets)('$title is read at a glance', ({ text }) => {
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(6)
  })

  it('name any service as it is', () => {
    const service = `it's "$(here)" \\ \`x\`: #1`
    for (const snippet of listSnippets({ baseUrl, service }).filter(({ id }) => id !== 'argo-cd')) {
      const commands = commandsOf(snippet)
      expect(commands.length, snippet.title).toBeGreaterThan(0)
      for (const command of commands) {
        const printed = command
          .replace(/curl .*\| sh -s --/, "printf '%s\\n'")
          .replace('./deploy.sh', 'true')
          .replace(`\${{ job.status }}`, 'success')
        const output = execFileSync('bash', ['-c', printed], { encoding: 'utf8' })
        expect(output.trim().split('\n').at(-1), snippet.title).toBe(service)
      }
    }
  })

  it('contain the key where it was just generated, for curl alone', () => {
    const apiKey = 'ldl_0123456789'
    expect(curl({ baseUrl, service: 'api', apiKey }).text).toContain(`export LEADLINE_API_KEY=${apiKey}\n`)
  })
})
