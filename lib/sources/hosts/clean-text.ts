import { withoutTurns } from '@/lib/core/invisible'

/**
 * Text of a host as Postgres can hold it and pages can show it: no NUL, no half of a character, nothing that turns its
 * direction around, of a length that rows and pages can bear: no host has longer titles.
 */
export function cleanText(text: string, longest = 300): string {
  return Buffer.from(withoutTurns(text.slice(0, longest).replaceAll('\0', ''))).toString('utf8')
}
