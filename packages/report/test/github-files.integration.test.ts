import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { validate } from '@actions/languageservice'
import { describe, expect, it } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { listSnippets } from '@/lib/deployments/snippets/list'

const root = path.resolve(import.meta.dirname, '../../..')
const workflows = '.github/workflows'

let documents = 0

/** What GitHub's own language service has against a file. It remembers a document by its address. */
async function complaints(file: string, text: string): Promise<string[]> {
  const found = await validate(TextDocument.create(`file:///${++documents}/${file}`, 'yaml', 0, text))
  return found.map(({ message, range }) => `${file}:${range.start.line + 1}: ${message}`)
}

/** A snippet as the last step of a job. */
function workflowWith(steps: string): string {
  return `on: push
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - run: ./deploy.sh
${steps.replace(/^(?=.)/gm, '      ')}`
}

describe('GitHub accepts', () => {
  it.each(['action.yml', ...readdirSync(path.join(root, workflows)).map((name) => `${workflows}/${name}`)])(
    '%s',
    async (file) => {
      expect(await complaints(file, readFileSync(path.join(root, file), 'utf8'))).toEqual([])
    },
  )

  const snippets = listSnippets({ baseUrl: 'https://leadline.acme.example', service: `it's "$(here)": #1` })

  it.each(snippets.filter(({ id }) => id === 'github-actions'))('the snippet for $title', async ({ text }) => {
    expect(await complaints(`${workflows}/deploy.yml`, workflowWith(text))).toEqual([])
  })
})

describe('what it would not accept', () => {
  it.each([
    ['a function', 'if: alway()'],
    ['a field', `run: echo \${{ job.stat }}`],
    ['a key', 'iff: always()'],
  ])('is found: %s', async (_, line) => {
    expect(await complaints(`${workflows}/x.yml`, workflowWith(`- uses: acme/x@v1\n  ${line}\n`))).not.toEqual([])
  })

  it.each([
    ['a key', 'shell: bash', 'shel: bash'],
    ['an icon', 'icon: activity', 'icon: no-such-icon'],
  ])('is found in an action: %s', async (_, right, wrong) => {
    const text = readFileSync(path.join(root, 'action.yml'), 'utf8')
    expect(await complaints('action.yml', text.replace(right, wrong))).not.toEqual([])
  })
})
