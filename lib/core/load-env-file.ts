import { lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { SettingsError } from '@/lib/core/env'

/**
 * Reads `.env` in the working directory when there is one; what the environment already says wins. Throws a
 * `SettingsError` when it cannot be read or has a line that is no setting: what Node skips might be the one that says
 * which database to use.
 */
export function loadEnvFile(): void {
  const file = path.resolve('.env')
  if (!lstatSync(file, { throwIfNoEntry: false })) return
  for (const [name, value] of Object.entries(readSettings(file))) process.env[name] ??= value
}

function readSettings(file: string): NodeJS.Dict<string> {
  const text = readText(file)
  const wrong = wrongLine(text)
  if (wrong) throw new SettingsError(`${file} cannot be read: line ${wrong} is not NAME=value, nor a comment with #.`)
  return parseEnv(text)
}

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    throw new SettingsError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

const name = /^(?:export\s+)?[A-Za-z_]\w*\s*=/

/** The number of the first line that is neither a setting, nor the rest of one in quotes, nor blank, nor a comment. */
function wrongLine(text: string): number | undefined {
  let quote = ''
  for (const [index, line] of text.split('\n').entries()) {
    const inQuotes = quote !== ''
    const value = inQuotes ? `${quote}${line}` : settingIn(line)
    const isText = !/[^\P{Cc}\t\r]/u.test(line)
    if (!isText || (value === undefined && !/^\s*(?:#|$)/.test(line))) return index + 1
    const opening = /^["'`]/.exec(value ?? '')?.[0] ?? ''
    quote = opening !== '' && !value?.includes(opening, 1) ? opening : ''
  }
  return quote === '' ? undefined : text.split('\n').length
}

/** What a setting is set to, from its first character on; undefined when the line is no setting. */
function settingIn(line: string): string | undefined {
  const text = line.trim()
  const start = name.exec(text)?.[0]
  return start === undefined ? undefined : text.slice(start.length).trimStart()
}
