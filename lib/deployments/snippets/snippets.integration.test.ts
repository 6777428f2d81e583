import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { curl } from '@/lib/deployments/snippets/curl'
import { listSnippets } from '@/lib/deployments/snippets/list'
import { postScript } from '@/lib/deployments/snippets/post-script'

const url = 'https://leadline.acme.example/api/webhooks/deployments'
const snippets = listSnippets({ url, service: 'api' })

const scripts = [
  { title: 'curl', text: (service: string) => curl({ url, service }).text },
  { title: 'the script of the others', text: (service: string) => postScript(url, { service, status: 'success' }) },
]

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
      'Argo CD',
      'curl',
    ])
  })

  it.each(snippets)('$title names the address, and where to put it and the key', ({ text, file, note }) => {
    expect(text).toContain(url)
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

  it.each(scripts)('$title sends any name of a service as it is', ({ text }) => {
    const service = `it's "$(here)" \\ \`x\``
    const printed = text(service)
      .replace(/^curl [\s\S]*?<</m, 'cat <<')
      .replace(/\| curl [\s\S]*/, '')
    const output = execFileSync('sh', ['-c', printed], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    expect(JSON.parse(output).service).toBe(service)
  })

  it('contain the key where it was just generated, for curl alone', () => {
    const apiKey = 'ldl_0123456789'
    expect(curl({ url, service: 'api', apiKey }).text).toContain(`export LEADLINE_API_KEY='${apiKey}'`)
  })
})
