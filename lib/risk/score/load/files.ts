import type { Content } from '../case'
import type { Change, Files } from './pull-requests'

/** A deployment of more changes an unknown number of files. */
const maxFilesOfOne = 5_000

/** So many are kept of all deployments together: those that overlap count the same files again and again. */
export const maxFilesOfAll = 200_000

const unknown = { files: null, folders: null }

/**
 * The files and folders that pull requests change together. Null where those of one are not known, where there are more
 * than 5,000, and once `budget`, which they are taken from, is used up.
 */
export function addUpFiles(
  changes: readonly Pick<Change, 'id'>[],
  filesOf: ReadonlyMap<number, Pick<Files, 'files' | 'folders'>>,
  budget: { left: number },
): Pick<Content, 'files' | 'folders'> {
  const files = new Set<number>()
  const folders = new Set<number>()
  let seen = 0
  for (const { id } of changes) {
    const own = filesOf.get(id)
    seen += own?.files.length ?? 0
    if (!own || seen > maxFilesOfOne) return unknown
    for (const file of own.files) files.add(file)
    for (const folder of own.folders) folders.add(folder)
  }
  if (files.size > budget.left) return unknown
  budget.left -= files.size
  return { files: [...files], folders: folders.size }
}
