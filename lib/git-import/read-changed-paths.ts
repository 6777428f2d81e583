import { maxFiles } from '@/lib/pull-requests/known-paths'
import { streamGit } from './run-git'

const mark = '\u0001'

/**
 * The files that commits changed, compared with their first parent: for a merge, what it brought. Of one that changed
 * more than can be known, one more than that. A commit that the clone lacks fails the whole call.
 */
export async function readChangedPaths(directory: string, shas: readonly string[]): Promise<Map<string, string[]>> {
  const options = ['--no-walk=unsorted', '--stdin', '--first-parent', '-m', '--root', '--no-renames', '--name-only']
  const git = ['-c', 'core.quotePath=false', 'log', ...options, '--no-show-signature', `--format=${mark}%H`]
  const paths = new Map<string, string[]>()
  let current: string[] = []
  let rest = Buffer.alloc(0)
  const readLine = (line: string) => {
    if (line.startsWith(mark)) {
      current = []
      paths.set(line.slice(mark.length), current)
    } else if (line !== '' && current.length <= maxFiles) {
      current.push(line)
    }
  }
  for await (const chunk of streamGit(directory, git, shas.map((sha) => `${sha}\n`).join(''))) {
    const data = Buffer.concat([rest, chunk])
    const end = data.lastIndexOf(0x0a) + 1
    for (const line of data.toString('utf8', 0, end).split('\n')) readLine(line)
    rest = data.subarray(end)
  }
  readLine(rest.toString('utf8'))
  return paths
}
