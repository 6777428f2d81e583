import { trimEnd } from '@/lib/core/trim-end'

const space = ' \t\r\n'

/**
 * A service or an environment as metrics group it: trimmed, A to Z in lower case, 200 characters at most; as the
 * database generates it. Other letters stay as they are: databases do not agree on their case. The key of a key is the
 * key itself.
 */
export function serviceKeyOf(name: string): string {
  // So many UTF-16 units have 200 characters, however long the name is.
  const first = trim(name).slice(0, 400)
  const lower = first.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return trim([...lower].slice(0, 200).join(''))
}

/**
 * A service as the names, aliases and services with paths of repositories are compared: the key above with all letters
 * in lower case, so that what metrics count as one service is always one for repositories. Never by the `lower` of SQL:
 * not every database knows the case of letters beyond A to Z.
 */
export function repositoryNameKeyOf(service: string): string {
  return serviceKeyOf(service).trim().toLowerCase()
}

function trim(text: string): string {
  return trimEnd(text.replace(/^[ \t\r\n]+/, ''), space)
}
