import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { AppError } from '@/lib/core/errors'

/**
 * A clone may belong to another user; nothing in it is run, so git's refusal of foreign owners is not needed. Nor is the
 * file that its settings name for names of authors, which may have no end.
 */
const config = { 'safe.directory': '*', 'safe.bareRepository': 'all', 'log.mailmap': 'false' }

const maxComplaint = 500

/**
 * Runs git in a directory, which must itself be a clone rather than lie in one, and yields what it prints. Fails with
 * an AppError that carries git's own words when git is missing or ends badly.
 */
export async function* streamGit(directory: string, args: readonly string[], input = ''): AsyncGenerator<Buffer> {
  const child = spawn('git', ['--no-pager', ...args], { cwd: directory, env: gitEnvironment(directory) })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  ended.catch(() => undefined)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, maxComplaint)
  })
  child.stdin.on('error', () => undefined).end(input)
  try {
    yield* child.stdout
    if ((await ended) !== 0) throw new Error(complaint.trim().replace(/^fatal: /, ''))
  } catch (error) {
    throw await explain(error, ended, args)
  } finally {
    child.kill()
  }
}

/** Runs git to its end and returns what it printed, without the last line break. */
export async function runGit(directory: string, args: readonly string[], input?: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of streamGit(directory, args, input)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8').trimEnd()
}

/** `runGit`, split into lines. */
export async function readGitLines(directory: string, args: readonly string[], input?: string): Promise<string[]> {
  const text = await runGit(directory, args, input)
  return text === '' ? [] : text.split('\n')
}

async function explain(error: unknown, ended: Promise<unknown>, args: readonly string[]): Promise<AppError> {
  const cause = await ended.then(
    () => error,
    (failure: unknown) => failure,
  )
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
    return new AppError('unavailable', 'The git command was not found. Install git and try again.', {}, { cause })
  }
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new AppError('invalid', `git ${args[0]} failed: ${reason}`, {}, { cause })
}

/** What the caller's own environment says about git does not apply: it may come from a hook of another repository. */
function gitEnvironment(directory: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const pairs = Object.entries(config).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    ...Object.fromEntries([...inherited, ...pairs]),
    GIT_CONFIG_COUNT: String(Object.keys(config).length),
    GIT_CEILING_DIRECTORIES: dirname(directory),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
}
