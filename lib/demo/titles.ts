import type { Random } from './random'

const shapes = [
  'Fix {thing} {when}',
  'Cache {thing} for {n} minutes',
  'Validate {thing} before they are saved',
  'Log why {thing} were refused',
  'Move {thing} into a module of their own',
  'Retry {thing} {when}',
  'Show {thing} {where}',
  'Remove the old path for {thing}',
  'Add an index for {thing}',
  'Load {thing} in one query instead of {n}',
  'Handle missing {thing} {when}',
  'Test {thing} {when}',
  'Rename {thing} in the API',
  'Hide {thing} {where} {when}',
  'Send a metric for slow {thing}',
  'Put {thing} behind a flag',
  'Stop rounding {thing} twice',
  'Sort {thing} {where}',
]

const whens = [
  'after midnight',
  'when clocks change',
  'when a sailing is cancelled',
  'on return trips',
  'under load',
  'on slow connections',
  'with two currencies',
  'for guests without an account',
  'when the port is closed',
  'in the summer timetable',
  'during storm warnings',
  'with an empty cache',
]

const wheres = ['in the back office', 'on the phone', 'on the quay display', 'in the export', 'in the confirmation']

const dependencies = ['zod', 'pg', 'undici', 'vitest', 'fastify', 'luxon', 'typescript', 'pino', 'kysely', 'react']

/** A title as an engineer would give it to a pull request about one of `things`. */
export function titleOf(things: readonly string[], random: Random): string {
  if (random.chance(0.06)) {
    const [major, minor, patch] = [random.whole(1, 9), random.whole(0, 20), random.whole(0, 9)]
    return `Bump ${random.pick(dependencies)} from ${major}.${minor}.${patch} to ${major}.${minor + 1}.0`
  }
  return random
    .pick(shapes)
    .replace('{thing}', random.pick(things))
    .replace('{when}', random.pick(whens))
    .replace('{where}', random.pick(wheres))
    .replace('{n}', String(random.whole(3, 40)))
}

/** A branch name as an engineer would make it from a title. */
export function branchNameOf(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const kind = { fix: 'fix', bump: 'deps', test: 'test' }[words[0] ?? ''] ?? 'feature'
  return `${kind}/${words.slice(0, 6).join('-')}`
}
