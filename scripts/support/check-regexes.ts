import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAst, transformWithEsbuild } from 'vite'

// The checker in JavaScript: the others start Java or a program for each platform.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

type Regex = { file: string; pattern: string; flags: string }

/**
 * Checks every regular expression of the sources below these paths, tests not, for a time that grows faster than its
 * input. Those that are known to meet short text only are named in `boundedRegexes`; none is made of text at run time.
 */
export async function checkRegexes(paths: readonly string[]): Promise<{ checked: number; problems: string[] }> {
  const found = (await Promise.all((await sourcesOf(paths)).map(readRegexes))).flat()
  const problems = found.flatMap((regex) => problemOf(regex) ?? [])
  const isFound = ({ file, pattern }: { file: string; pattern: string }) =>
    found.some((regex) => regex.file === file && regex.pattern === pattern)
  const gone = boundedRegexes.filter((regex) => !isFound(regex))
  return { checked: found.length, problems: [...problems, ...gone.map(({ file }) => `${file}: take it off the list`)] }
}

async function sourcesOf(paths: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const path of paths) {
    const isFolder = (await stat(path)).isDirectory()
    files.push(...(isFolder ? (await readdir(path, { recursive: true })).map((name) => join(path, name)) : [path]))
  }
  return files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/generated\/|\/testing\//.test(file))
}

async function readRegexes(file: string): Promise<Regex[]> {
  const { code } = await transformWithEsbuild(await readFile(file, 'utf8'), file, {
    jsx: 'automatic',
    target: 'esnext',
  })
  const regexes: Regex[] = []
  visit(parseAst(code), (node) => {
    const { type, regex, callee, arguments: given } = node
    if (type === 'Literal' && isRegex(regex)) regexes.push({ file, ...regex })
    const makes = (type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp'
    if (makes && Array.isArray(given)) regexes.push({ file, pattern: textOf(given[0]), flags: '' })
  })
  return regexes
}

type Node = Record<string, unknown>

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, look)
  else if (isNode(value)) {
    look(value)
    visit(Object.values(value), look)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function isRegex(value: unknown): value is { pattern: string; flags: string } {
  return isNode(value) && typeof value.pattern === 'string'
}

/** What a regular expression is made of where it is not written as one. */
function textOf(node: unknown): string {
  return isNode(node) && typeof node.value === 'string' ? node.value : 'made at run time'
}

function problemOf({ file, pattern, flags }: Regex): string | null {
  if (boundedRegexes.some((bounded) => bounded.file === file && bounded.pattern === pattern)) return null
  if (pattern === 'made at run time') return `${file}: a regular expression is ${pattern}`
  const found = checkSync(pattern, flags, { timeout: 60_000 })
  if (found.status === 'safe') return null
  const what = found.status === 'vulnerable' ? found.complexity.summary : found.status
  return `${file}: /${pattern}/${flags} is ${what}`
}

type Bounded = { file: string; pattern: string; why: string }

/** Regular expressions that the checker refuses or gives up on, and how much text they meet at most. */
const boundedRegexes: readonly Bounded[] = [
  {
    file: 'lib/core/log.ts',
    pattern: '\\b(github_pat_|gh[opsur]_|glpat-|whsec_)[\\w+/=-]+',
    why: 'a text is cut to 5,000 characters before it is masked',
  },
  {
    file: 'lib/core/log.ts',
    pattern: '((?:password|token|secret|api[_-]?key)=)[^\\s&"\']+',
    why: 'a text is cut to 5,000 characters before it is masked',
  },
  {
    file: 'lib/core/mask-keys.ts',
    pattern: '(ld[lcor]_)[0-9A-Za-z]{42}([0-9A-Za-z]{4})',
    why: 'what begins at a place reads 50 characters, and none begins inside another, as no “_” follows the prefix',
  },
  {
    file: 'cli/end-with-npm.ts',
    pattern: '.*\\) (.*)',
    why: 'the line of a process in /proc, whose name has 15 characters',
  },
]
