import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runGit } from './run-git'

/**
 * The real parents of the commits at which a shallow clone was cut. Git shows these commits as if history began there,
 * but stored like that they would stay cut off after the clone is deepened.
 */
export async function readShallowParents(directory: string): Promise<Map<string, string[]>> {
  const file = resolve(directory, await runGit(directory, ['rev-parse', '--git-path', 'shallow']))
  const boundary = await readFile(file, 'utf8').catch(() => '')
  if (boundary === '') return new Map()
  const records = await runGit(directory, ['rev-list', '--no-walk=unsorted', '--header', '--stdin'], boundary)
  return new Map(records.split('\0').filter(Boolean).map(parseHeader))
}

function parseHeader(record: string): [sha: string, parents: string[]] {
  const end = record.indexOf('\n\n')
  const [sha = '', ...lines] = record
    .slice(0, end < 0 ? undefined : end)
    .trim()
    .split('\n')
  const parents = lines.filter((line) => line.startsWith('parent '))
  return [sha, parents.map((line) => line.slice('parent '.length))]
}
