import { trimEnd } from '@/lib/core/trim-end'

const space = ' \t\r\n'

/**
 * A service or an environment as metrics group it: trimmed, A to Z in lower case, 200 characters at most; as the
 * database generates it. Other letters stay as they are: databases do not agree on their case. The key of a key is the
 * key itself.
 */
export function serviceKeyOf(name: string): string {
  const lower = trim(name).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return trim([...lower].slice(0, 200).join(''))
}

function trim(text: string): string {
  return trimEnd(text.replace(/^[ \t\r\n]+/, ''), space)
}
