import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { AppError } from '@/lib/core/errors'
import { deploymentEvent } from '@/lib/deployments/schema'

/** A row by the names of its columns, and the line where it ends; `problem` says why it is none. */
type Row = { number: number; fields: Record<string, string>; problem: string | null }

const known = Object.keys(deploymentEvent.shape)
const required = ['deploymentId', 'commitSha', 'environment', 'status', 'startedAt']

/**
 * The rows of a CSV file whose header names fields of the webhook, one after the other; other columns are ignored.
 * `onRead` gets the bytes read so far. Throws `invalid` where the file cannot be read any further.
 */
export async function* readCsv(file: string, maxBytes: number, onRead: (bytes: number) => void): AsyncGenerator<Row> {
  const parser = parse({
    bom: true,
    columns: checkHeader,
    info: true,
    max_record_size: maxBytes,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  // What is wrong with the file is thrown where its rows are read.
  pipeline(Readable.from(readText(file, onRead)), parser, () => undefined)
  const rows = parser as AsyncIterable<{ record: Record<string, string>; info: Info & { error?: CsvError } }>
  try {
    for await (const { record, info } of rows) {
      const problem = info.error ? 'has more or fewer columns than the header' : null
      yield { number: info.lines, fields: record, problem }
    }
  } catch (error) {
    throw error instanceof CsvError ? new AppError('invalid', `The file is no CSV: ${error.message}`) : error
  }
}

function checkHeader(header: string[]): string[] {
  const names = header.map((name) => name.trim())
  const lacks = required.filter((name) => !names.includes(name))
  if (lacks.length > 0) throw new AppError('invalid', `The header lacks ${lacks.join(', ')}`)
  const twice = names.find((name, index) => known.includes(name) && names.indexOf(name) < index)
  if (twice) throw new AppError('invalid', `The header has ${twice} twice`)
  return names
}

/** Throws `invalid` for what is not UTF-8: a name in another encoding would be stored in characters that it lacks. */
async function* readText(file: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const check = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new AppError('invalid', 'The file is not valid UTF-8')
    }
  }
  let read = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    check(chunk)
    yield chunk
    read += chunk.length
    onRead(read)
  }
  check()
}
