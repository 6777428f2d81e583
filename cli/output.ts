import { CommanderError } from 'commander'
import { createColors } from 'picocolors'
import { SettingsError } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { formatDuration } from '@/lib/core/format'
import { isDatabaseUnavailable, isLoginRefused } from '@/lib/db/database-errors'

const { dim } = createColors(process.stdout.isTTY === true)
const { red } = createColors(process.stderr.isTTY === true)

/** 0 for asked-for help, 2 for a command or settings that were not understood, 1 for what failed. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof SettingsError || isLoginRefused(error)) return 2
  if (!(error instanceof CommanderError)) return 1
  return error.exitCode === 0 ? 0 : 2
}

/** Says on standard error what went wrong; as `{"error": …}` for machines. */
export function printError(error: unknown, json: boolean): void {
  const message = messageOf(error).replace(/^error: /, '')
  const text = `${databaseProblem(error)}${message}`
  process.stderr.write(json ? `${jsonLine({ error: text })}\n` : `${red('error:')} ${cleanLines(text)}\n`)
}

function databaseProblem(error: unknown): string {
  if (error instanceof AppError || !isDatabaseUnavailable(error)) return ''
  return isLoginRefused(error) ? 'The database refuses DATABASE_URL: ' : 'The database cannot be reached: '
}

/** Where a name has several addresses, the reason of each of them; the error itself says nothing then. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Prints one result: as JSON on one line for machines, else as people read it. */
export function printResult(result: unknown, json: boolean, humanText: () => string): void {
  process.stdout.write(`${json ? jsonLine(result) : cleanLines(humanText())}\n`)
}

/** Label and value lines with aligned values; unset ones are left out. */
export function fields(rows: readonly (readonly [label: string, value: string | null | undefined])[]): string {
  const set = rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== undefined)
  const width = Math.max(...set.map(([label]) => label.length))
  return set.map(([label, value]) => `${dim(label.padEnd(width))}  ${clean(value)}`).join('\n')
}

/** A duration as people say it. Its spaces are plain, as people search for them in a terminal. */
export function durationText(seconds: number): string {
  return formatDuration(seconds).replaceAll('\u00a0', ' ')
}

/** A table with a dim head and columns as wide as their longest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cleaned = rows.map((row) => row.map(clean))
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cleaned.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [dim(line(head)), ...cleaned.map(line)].join('\n')
}

/** What steers a terminal, or turns text around: events and commits may have it. */
const steering = /[\p{Control}\p{Bidi_Control}]/gu

function clean(text: string): string {
  return text.replace(steering, ' ')
}

/** What lines are made of here. */
const ownSteering = ['\n', ...dim(' ').split(' ')].filter((sequence) => sequence !== '')

function cleanLines(text: string): string {
  const isOwn = (at: number) => ownSteering.some((sequence) => text.startsWith(sequence, at))
  return text.replace(steering, (character, at: number) => (isOwn(at) ? character : ' '))
}

function jsonLine(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value).replace(steering, escaped)
}
