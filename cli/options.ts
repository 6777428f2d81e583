import { type Command, InvalidArgumentError } from 'commander'
import { AppError } from '@/lib/core/errors'
import type { FilterProblem } from '@/lib/core/query-filters'

/** Reads the value of a filter: an unset variable of a script must not widen the request. */
export function filled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** Reads a value that `check` may refuse: the command then ends with 2, before it has done anything. */
export function understood(check: (text: string) => unknown): (text: string) => string {
  return (text) => {
    try {
      check(text)
      return text
    } catch (error) {
      throw error instanceof AppError ? new InvalidArgumentError(error.message) : error
    }
  }
}

/** Reads how many rows a list shows. */
export function listLimit(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > 10_000) throw new InvalidArgumentError('It must be 1 to 10,000.')
  return count
}

/** Ends the command where the value of an option was not understood. */
export function refuseOptions(command: Command, [problem]: readonly FilterProblem<string>[]): void {
  if (!problem) return
  const option = problem.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  command.error(`error: --${option} ${problem.message}`)
}

/** Refuses an option together with its negation: of both, Commander takes the later one without a word. */
export function refuseBoth(command: Command, option: string): void {
  const given = new Set<string>()
  for (const name of [option, `no-${option}`]) {
    command.on(`option:${name}`, () => {
      given.add(name)
      if (given.size > 1) command.error(`error: Name either --${option} or --no-${option}`)
    })
  }
}
