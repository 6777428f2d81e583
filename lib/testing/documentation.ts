import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The text of a file of this project. */
export const readDocument = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** What people read who use, run or change Leadline. */
export const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'packages/report/README.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

/** A block of code, and the document and line that it begins at. */
export type Block = { at: string; language: string; text: string }

/** Those of a document in their order. */
export function blocksOf(document: string): Block[] {
  const lines = readDocument(document)
  return [...lines.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(({ index, 2: language = '', 3: text = '' }) => ({
    at: `${document}:${lines.slice(0, index).split('\n').length}`,
    language,
    text,
  }))
}

/** Those of a document that a shell runs. */
export function shellBlocksOf(document: string): Block[] {
  return blocksOf(document).filter(({ language }) => ['sh', 'bash'].includes(language))
}

/** The lines of docs/command-line.md that say how each command is called, each with what continues it. */
export function synopses(): string[] {
  return (blocksOf('docs/command-line.md')[0]?.text ?? '').replace(/\n +/g, ' ').trim().split('\n')
}

/** What a shell makes of a line: `"in quotes"` and `<in brackets>` are one word. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|<([^>]*)>|(\S+)/g)].map(
    ([, ...parts]) => parts.find((part) => part !== undefined) ?? '',
  )
}

/** A synopsis without what is optional, and once with each of that: `[--a x|y]`, `(--b | --c)`. */
export function linesOf(synopsis: string): string[] {
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
