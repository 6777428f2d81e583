import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** A secret that is typed twice, unseen, or the first line of what is piped in. It never stands among arguments. */
export async function readSecret(name: string): Promise<string> {
  const secret = await readToken(name)
  if (!process.stdin.isTTY || (await readToken(`${name} again`)) === secret) return secret
  throw new Error('These were not the same. Nothing was changed.')
}

/** A token that is pasted once, unseen, or the first line of what is piped in. */
export async function readToken(name: string): Promise<string> {
  const terminal = process.stdin.isTTY
  // From here on a terminal echoes nothing.
  const lines = createInterface({ input: process.stdin, output: unseen(), terminal })
  if (terminal) process.stderr.write(`${name}: `)
  try {
    for await (const line of lines) return line
    throw new Error(`${name} was not entered. Pipe it in, or run this in a terminal.`)
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
}

function unseen(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
