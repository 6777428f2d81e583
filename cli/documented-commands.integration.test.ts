import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import packageJson from '@/package.json'
import { createProgram, loadCommands } from './main'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'packages/report/README.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

/** Programs whose arguments are not looked at beyond files that they name, and why. */
const ofOthers: Record<string, string> = {
  docker: 'needs a container engine',
  kubectl: 'needs a cluster',
  systemctl: 'needs systemd as the first process',
  journalctl: 'needs systemd as the first process',
  useradd: 'changes the users of the machine',
  install: 'writes to /etc',
  cp: 'writes to /etc',
  git: 'clones from a host',
  createdb: 'is of Postgres',
  psql: 'is of Postgres',
  'redis-server': 'is of Redis',
  cat: 'reads a generated key',
  pg_basebackup: 'is of Postgres',
  pg_ctl: 'is of Postgres',
  pg_dump: 'is of Postgres',
  pg_restore: 'is of Postgres',
  openssl: 'makes random keys',
  jq: 'reads an answer',
  sha256sum: 'reads an answer',
}

type Call = { program: string; args: string[] }

/**
 * Runs a script with a real shell in which every program is a stand-in that only notes how it was called. What is no
 * program named here is not found.
 */
function callsOf(script: string): { calls: Call[]; stderr: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-docs-'))
  try {
    const note = `#!/bin/sh\nfor each in "\${0##*/}" "$@"; do printf '%s\\0' "$each"; done > "$CALLS/$$.call"\n`
    const standIn = (name: string) => writeFileSync(path.join(folder, name), note, { mode: 0o755 })
    for (const name of [...Object.keys(ofOthers), 'npm', 'node', 'curl', 'sh', 'deploy.sh']) standIn(name)
    for (const name of ['.env.example', 'deploy', 'scripts'])
      symlinkSync(path.join(root, name), path.join(folder, name))
    writeFileSync(path.join(folder, 'script'), `cd() { :; }\n${script}`)
    const stderr = execFileSync('/bin/sh', ['-c', '. ./script 2>&1 >/dev/null; wait'], {
      cwd: folder,
      env: { NODE_ENV: 'test', PATH: folder, CALLS: folder, GIT_COMMIT: '1a2b3c4', LEADLINE_API_KEY: 'ldl_x' },
      encoding: 'utf8',
    })
    const files = readdirSync(folder).filter((name) => name.endsWith('.call'))
    const calls = files.map((name) => {
      const [program = '', ...args] = readFileSync(path.join(folder, name), 'utf8').split('\0').slice(0, -1)
      return { program, args }
    })
    return { calls, stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

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

const reporter = read('packages/report/report.sh')

/** What is wrong with a call, if anything. */
function problemOf({ program, args }: Call): string | undefined {
  const text = [program, ...args].join(' ')
  const missing = args.find(
    (arg) => /^(deploy|scripts|cli|packages)\/|^\.env\.example$/.test(arg) && !existsSync(path.join(root, arg)),
  )
  if (missing) return `${text}: no file ${missing}`
  const ours = args.indexOf('cli/leadline.mjs')
  if (ours >= 0) return complaint(args.slice(ours + 1))
  if (program === 'npm') return problemOfNpm(args, text)
  if (program === 'sh' || args[0] === 'packages/report/report.mjs') return problemOfReporter(args, text)
  if (program === 'curl') return problemOfCurl(args, text)
  return undefined
}

function problemOfNpm(args: readonly string[], text: string): string | undefined {
  const [command = '', ...rest] = args.filter((arg) => arg !== '-s')
  if (command === 'ci') return undefined
  const [script = '', dashes, ...own] = command === 'run' ? rest : [command, ...rest]
  if (!Object.keys(packageJson.scripts).includes(script)) return `${text}: no such script`
  if (dashes !== undefined && dashes !== '--') return `${text}: arguments go behind --`
  return script === 'leadline' ? complaint(own) : undefined
}

function problemOfReporter(args: readonly string[], text: string): string | undefined {
  const [verb = '', ...rest] = args.filter(
    (arg) => !['-s', '--', 'report.sh', 'packages/report/report.mjs'].includes(arg),
  )
  if (!['start', 'finish', 'run'].includes(verb)) return `${text}: not start, finish or run`
  const own = args.includes('--') && verb === 'run' ? args.slice(0, args.lastIndexOf('--')) : rest
  const unknown = own.find((arg) => arg.startsWith('--') && arg !== '--' && !reporter.includes(arg))
  return unknown && `${text}: report.sh has no ${unknown}`
}

/** Pages of the file system that answer, by the address that they stand at. */
const routes = readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map(
    (file) =>
      new RegExp(
        `^/${path
          .dirname(file)
          .replace(/\[\.\.\.\w+\]/g, '.+')
          .replace(/\[\w+\]/g, '[^/]+')}$`,
      ),
  )

function problemOfCurl(args: readonly string[], text: string): string | undefined {
  const address = args.find((arg) => arg.startsWith('https://leadline.example.com/'))
  if (!address) return `${text}: no address of Leadline`
  const { pathname } = new URL(address)
  return routes.some((route) => route.test(pathname)) ? undefined : `${text}: nothing answers at ${pathname}`
}

type Block = { at: string; language: string; text: string }

function blocksOf(document: string): Block[] {
  const lines = read(document)
  return [...lines.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(({ index, 2: language = '', 3: text = '' }) => ({
    at: `${document}:${lines.slice(0, index).split('\n').length}`,
    language,
    text,
  }))
}

const blocks = documents.flatMap(blocksOf)
const scripts = blocks.filter(({ language }) => ['sh', 'bash'].includes(language))
const called = scripts.map((script) => ({ ...script, ...callsOf(script.text) }))

describe('commands in the documentation', () => {
  it('scripts call only programs, files, options and addresses that there are', () => {
    expect(called.length).toBeGreaterThan(20)
    const problems = called.flatMap(({ at, calls, stderr }) =>
      [stderr, ...calls.map(problemOf)].filter(Boolean).map((problem) => `${at} ${problem}`),
    )
    expect(problems).toEqual([])
    const programs = new Set(called.flatMap(({ calls }) => calls.map(({ program }) => program)))
    expect(Object.keys(ofOthers).filter((name) => !programs.has(name))).toEqual([])
  })

  it('commands are marked as such', () => {
    const unmarked = blocks.filter(({ language, text }) => language === '' && /^(npm|npx|node|curl|\$) /m.test(text))
    expect(unmarked.map(({ at }) => at)).toEqual([])
  })

  it('scripts of npm within sentences exist', () => {
    const unknown = documents.flatMap((document) =>
      [...read(document).matchAll(/`[^`\n]*?\bnpm run (?:-s )?([\w:-]+)/g)]
        .map(([, script = '']) => script)
        .filter((script) => !script.endsWith(':') && !Object.keys(packageJson.scripts).includes(script))
        .map((script) => `${document}: npm run ${script}`),
    )
    expect(unknown).toEqual([])
  })

  it('commands of leadline within sentences exist', () => {
    const unknown = documents.flatMap((document) =>
      [...read(document).matchAll(/`(?:npm run -s leadline -- |leadline )([^`]+)`/g)]
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

/** The lines of docs/command-line.md, each with what continues it. */
const synopses = (blocksOf('docs/command-line.md')[0]?.text ?? '').replace(/\n +/g, ' ').trim().split('\n')

describe('docs/command-line.md', () => {
  it('lists lines that the parser takes, with any of what is optional', () => {
    expect(synopses.length).toBeGreaterThan(40)
    expect(
      synopses
        .flatMap(linesOf)
        .map((line) => complaint(wordsOf(line).slice(1)))
        .filter(Boolean),
    ).toEqual([])
  })

  it('lists every command with every option', () => {
    const missing = leaves(createProgram(root, commands)).flatMap(({ name, options }) => {
      const lines = synopses.filter((line) => line === name || line.startsWith(`${name} `))
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

/** A synopsis without what is optional, and once with each of that: `[--a x|y]`, `(--b | --c)`. */
function linesOf(synopsis: string): string[] {
  const groups = [...synopsis.matchAll(/\[([^\]]+)\]|\(([^)]+)\)/g)].map(([whole, optional, needed]) => ({
    whole,
    optional: optional !== undefined,
    choices: (optional ?? needed ?? '').split(' | ').flatMap(valuesOf),
  }))
  const defaultOf = ({ optional, choices }: (typeof groups)[number]) => (optional ? '' : (choices[0] ?? ''))
  const fill = (chosen?: { whole: string; choice: string }) =>
    groups.reduce(
      (line, group) =>
        line.replace(group.whole, () => (group.whole === chosen?.whole ? chosen.choice : defaultOf(group))),
      synopsis,
    )
  return [fill(), ...groups.flatMap(({ whole, choices }) => choices.map((choice) => fill({ whole, choice })))].flatMap(
    valuesOf,
  )
}

/** `--a x|y` is `--a x` and `--a y`. */
function valuesOf(text: string): string[] {
  const whole = /\S+\|\S+/.exec(text)?.[0]
  if (whole === undefined) return [text]
  return whole.split('|').map((value) => text.replace(whole, value))
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|<([^>]*)>|(\S+)/g)].map(
    ([, ...parts]) => parts.find((part) => part !== undefined) ?? '',
  )
}
