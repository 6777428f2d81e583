import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import {
  blocksOf,
  documents,
  linesOf,
  readDocument,
  shellBlocksOf,
  synopses,
  wordsOf,
} from '@/lib/testing/documentation'
import packageJson from '@/package.json'
import { createProgram, loadCommands } from './main'

const root = fileURLToPath(new URL('..', import.meta.url))

const commands = await loadCommands()

/** What the parser of the command line has against these arguments; nothing is done. */
function complaint(args: readonly string[]): string | undefined {
  const program = createProgram(root, commands)
  disarm(program)
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) return `leadline ${args.join(' ')}: ${error.message}`
  }
  return undefined
}

function disarm(command: Command): void {
  const quiet = () => undefined
  command.exitOverride().configureOutput({ writeOut: quiet, writeErr: quiet })
  if (command.commands.length === 0) command.action(quiet)
  for (const child of command.commands) disarm(child)
}

const blocks = documents.flatMap(blocksOf)

describe('commands in the documentation', () => {
  it('files of the project in scripts exist, also of those that no test can run', () => {
    const missing = documents.flatMap(shellBlocksOf).flatMap(({ at, text }) =>
      [...text.matchAll(/(?<![\w./-])(?:cli|deploy|packages|scripts)\/[\w./-]+/g)]
        .map(([file]) => file)
        .filter((file) => !existsSync(path.join(root, file)))
        .map((file) => `${at}: ${file}`),
    )
    expect(missing).toEqual([])
  })

  it('commands are marked as such', () => {
    const unmarked = blocks.filter(({ language, text }) => language === '' && /^(npm|npx|node|curl|\$) /m.test(text))
    expect(unmarked.map(({ at }) => at)).toEqual([])
  })

  it('scripts of npm exist', () => {
    const unknown = documents.flatMap((document) =>
      [...readDocument(document).matchAll(/(?:`[^`\n]*?\b|^(?:[A-Z_]+=\S* )*)npm run (?:-s )?([\w:-]+)/gm)]
        .map(([, script = '']) => script)
        .filter((script) => !script.endsWith(':') && !Object.keys(packageJson.scripts).includes(script))
        .map((script) => `${document}: npm run ${script}`),
    )
    expect(unknown).toEqual([])
  })

  it('commands of leadline within sentences exist', () => {
    const unknown = documents.flatMap((document) =>
      [...readDocument(document).matchAll(/`(?:npm run -s leadline -- |leadline )([^`]+)`/g)]
        .map(([, text = '']) => text.replace(/\s+/g, ' '))
        .filter((text) => unknownIn(text))
        .map((text) => `${document}: leadline ${text}: ${unknownIn(text)}`),
    )
    expect(unknown).toEqual([])
  })
})

/** The command or option in this text that there is none of. */
function unknownIn(text: string): string | undefined {
  let command = createProgram(root, commands)
  for (const word of text.split(' ')) {
    if (word.startsWith('<')) return undefined
    if (word === '…' || word === '--help') continue
    if (word.startsWith('--')) {
      if (!command.options.some(({ long }) => long === word)) return word
      continue
    }
    const child = command.commands.find((each) => each.name() === word)
    if (child) command = child
    else if (command.commands.length > 0) return word
  }
  return undefined
}

describe('docs/command-line.md', () => {
  it('lists lines that the parser takes, with any of what is optional', () => {
    expect(synopses().length).toBeGreaterThan(40)
    expect(
      synopses()
        .flatMap(linesOf)
        .map((line) => complaint(wordsOf(line).slice(1)))
        .filter(Boolean),
    ).toEqual([])
  })

  it('lists every command with every option', () => {
    const missing = leaves(createProgram(root, commands)).flatMap(({ name, options }) => {
      const lines = synopses().filter((line) => line === name || line.startsWith(`${name} `))
      if (lines.length === 0) return [name]
      return options
        .filter((option) => !lines.some((line) => line.includes(option)))
        .map((option) => `${name} ${option}`)
    })
    expect(missing).toEqual([])
  })
})

function leaves(command: Command, parents = ''): { name: string; options: string[] }[] {
  const name = `${parents}${command.name()}`
  if (command.commands.length > 0) return command.commands.flatMap((child) => leaves(child, `${name} `))
  const options = command.options.map(({ long }) => long ?? '').filter((long) => long !== '--json')
  return [{ name, options }]
}
