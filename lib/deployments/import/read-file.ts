import { AppError } from '@/lib/core/errors'
import { isJson } from '@/lib/core/is-json'
import { deploymentEvent } from '@/lib/deployments/schema'
import { tooLarge } from '@/lib/http/read-body'
import { parseBoundedJson } from '@/lib/http/read-json'
import { readCsv } from './read-csv'
import { readLines } from './read-lines'

/** Why a line is not stored; `field` is null where it is not about one. */
export type Refusal = { line: number; field: string | null; message: string }

/** The body of an event that stands on a line, as the webhook would read it, or why it would not. */
export type ReadLine = { line: number; body: unknown } | Refusal

const byteOrderMark = '\ufeff'
const objects = ['metadata', 'rawPayload']

/** The events of a file: of CSV when its name ends so, else one per line, as JSON. */
export async function* readEventFile(
  file: string,
  maxBytes: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<ReadLine> {
  if (/\.csv$/i.test(file)) {
    for await (const { number, fields, problem } of readCsv(file, maxBytes, onRead)) {
      yield problem === null
        ? readBounded(number, Buffer.from(jsonOf(fields)), maxBytes)
        : { line: number, field: null, message: problem }
    }
    return
  }
  for await (const { number, bytes } of readLines(file, maxBytes, onRead)) {
    if (bytes === null) yield refusalOf(number, tooLarge(maxBytes))
    else if (!isBlank(bytes)) yield readBounded(number, bytes, maxBytes)
  }
}

/** What a line is refused for, in the words of the webhook. */
export function refusalOf(line: number, { code, message }: AppError): Refusal {
  if (code === 'forbidden') return { line, field: 'organizationSlug', message: 'is the slug of another organization' }
  const reason = message.replace('Invalid payload: ', '')
  const [, name = '', rest = ''] = /^(\w+) (.*)$/.exec(reason) ?? []
  return name in deploymentEvent.shape ? { line, field: name, message: rest } : { line, field: null, message: reason }
}

function readBounded(line: number, bytes: Buffer, maxBytes: number): ReadLine {
  try {
    if (bytes.length > maxBytes) throw tooLarge(maxBytes)
    return { line, body: parseBoundedJson(bytes) }
  } catch (error) {
    if (error instanceof AppError) return refusalOf(line, error)
    throw error
  }
}

/** The event in a row of CSV as JSON; objects are written so in the row already. */
function jsonOf(fields: Record<string, string>): string {
  const members = Object.keys(deploymentEvent.shape).flatMap((name) => {
    const text = fields[name]
    if (text === undefined) return []
    return `${JSON.stringify(name)}:${objects.includes(name) && isJson(text) ? text : JSON.stringify(text)}`
  })
  return `{${members.join()}}`
}

function isBlank(bytes: Buffer): boolean {
  return bytes.length < 16 && bytes.toString().replace(byteOrderMark, '').trim() === ''
}
