import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** A secret that is typed twice, unseen, or the first line of what is piped in. It never stands among arguments. */
export async function readSecret(name: string): Promise<string> {
  if (!process.stdin.isTTY) return readLine(process.stdout, '', false)
  const secret = await readLine(unseen(), `${name}: `, true)
  if ((await readLine(unseen(), `${name} again: `, true)) === secret) return secret
  throw new Error('These were not the same. Nothing was changed.')
}

/** A token that is pasted once, unseen, or the first line of what is piped in. */
export async function readToken(name: string): Promise<string> {
  if (!process.stdin.isTTY) return readLine(process.stdout, '', false)
  return readLine(unseen(), `${name}: `, true)
}

function unseen(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

async function readLine(output: NodeJS.WritableStream, prompt: string, terminal: boolean): Promise<string> {
  // From here on the terminal echoes nothing.
  const lines = createInterface({ input: process.stdin, output, terminal })
  process.stderr.write(prompt)
  try {
    for await (const line of lines) return line
    throw new Error('Nothing was entered. Pipe it in, or run this in a terminal.')
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
}
