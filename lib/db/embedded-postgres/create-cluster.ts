import { randomBytes } from 'node:crypto'
import { appendFile, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { ensureDataDirectory } from '@/lib/core/data-directory'
import { AppError } from '@/lib/core/errors'
import { isAlive } from '@/lib/core/is-alive'
import { type Binaries, findBinaries } from './binaries'
import { linkIntoPlace, moveIntoPlace } from './publish'
import { type Account, run } from './run'
import { openSystemDirectory } from './system-directory'

const settings = () => `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
timezone = 'UTC'
log_timezone = 'UTC'
shared_buffers = ${sharedBuffersMegabytes()}MB
log_checkpoints = off
log_error_verbosity = terse
# Statements carry what people send us; the log shall not.
log_min_error_statement = panic
`

/**
 * Creates database files that appear at `path` complete or not at all; when several processes try, one wins. Where the
 * account of the server cannot enter the parent of `path`, they lie in a system folder and `path` is a link to them.
 */
export async function createCluster(path: string, onNotice: (text: string) => void): Promise<void> {
  await ensureDataDirectory(dirname(path))
  const account = await serverAccount(onNotice)
  const binaries = await findBinaries(account, onNotice)
  const reachable = await canEnter(account, dirname(path))
  if (reachable) await removeUnfinished(path)
  const place = reachable ? unfinishedPrefix(path) + self : join(await openSystemDirectory(), checkoutName(path))
  const directory = await mkdtemp(`${place}-`)
  try {
    await initialise(directory, binaries, account)
  } catch (error) {
    await rm(directory, { recursive: true })
    throw error
  }
  if (reachable) await moveIntoPlace(directory, path)
  else if (await linkIntoPlace(directory, path)) {
    onNotice(`the database files are in ${directory}: the account of Postgres cannot enter ${dirname(path)}.`)
  }
}

/** In a container, processes one after the other have the same pid. */
const self = `${process.pid}-${randomBytes(6).toString('hex')}`

const unfinishedPrefix = (path: string) => `${path}.new-`

/** Removes what processes that were killed have left. */
async function removeUnfinished(path: string): Promise<void> {
  const prefix = basename(unfinishedPrefix(path))
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(prefix)) continue
    const creator = name.slice(prefix.length)
    const pid = Number.parseInt(creator, 10)
    const isCreating = pid === process.pid ? creator.startsWith(self) : isAlive(pid)
    if (!isCreating) await rm(join(dirname(path), name), { recursive: true, force: true })
  }
}

function checkoutName(path: string): string {
  const names = path.split(sep).filter((name) => name !== '' && !name.startsWith('.'))
  return names.slice(-3, -1).join('-') || 'database'
}

async function initialise(directory: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  const data = join(directory, 'data')
  const passwordFile = join(directory, 'password')
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account) for (const path of [directory, passwordFile]) await chown(path, account.uid, account.gid)
  await runOrThrow(
    binaries.initdb,
    [
      `--pgdata=${data}`,
      '--username=leadline',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ],
    account,
  )
  await appendFile(join(data, 'postgresql.conf'), settings())
  await runOrThrow(binaries.postgres, ['--single', '-D', data, 'postgres'], account, 'CREATE DATABASE leadline\n')
}

async function runOrThrow(command: string, args: string[], account: Account | undefined, input = ''): Promise<void> {
  const { code, output } = await run(command, args, account, input)
  if (code !== 0) throw new AppError('internal', `Cannot create the database files: ${reasonIn(output)}`)
}

/** The first thing that went wrong, of all that Postgres says meanwhile. */
function reasonIn(output: string): string {
  const [line = output] = output.split('\n').filter((text) => /\b(?:FATAL|PANIC|ERROR|error):/.test(text))
  return line.replace(/^.*?\b(?:FATAL|PANIC|ERROR|error): +/, '')
}

const megabyte = 1024 * 1024

/** Memory of the machine, or of the container where that has less, in bytes. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/**
 * Megabytes of tables that Postgres keeps in its own memory, taken as they are needed: an eighth of what there is, since
 * Leadline runs next to it. From 128, which is what Postgres takes unasked, to 1,024, which hold what a million
 * deployments need to store the next ones. https://www.postgresql.org/docs/current/runtime-config-resource.html
 */
export function sharedBuffersMegabytes(availableBytes = memoryBytes()): number {
  return Math.min(Math.max(Math.floor(availableBytes / 8 / megabyte), 128), 1_024)
}

const accountName = 'postgres'

/** Postgres refuses to run as root, so root lends it the account `postgres`; anyone else runs it as themselves. */
async function serverAccount(onNotice: (text: string) => void): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return (await findAccount()) ?? (await createAccount(onNotice))
}

/** Whether `account` can pass through the directory, its parents included. */
async function canEnter(account: Account | undefined, directory: string): Promise<boolean> {
  if (!account) return true
  const { code } = await run('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], account)
  return code === 0
}

async function findAccount(): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, accountName])))
  if (uid?.code !== 0 || gid?.code !== 0) return undefined
  return { uid: Number(uid.output), gid: Number(gid.output) }
}

async function createAccount(onNotice: (text: string) => void): Promise<Account> {
  const attempt = await run('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', accountName]).catch(
    (error: Error) => ({ output: error.message }),
  )
  const account = await findAccount()
  if (!account) {
    throw new AppError(
      'internal',
      `Postgres does not run as root and the account "${accountName}" could not be created (${attempt.output}). ` +
        'Create it, run as another user, or set DATABASE_URL.',
    )
  }
  onNotice(`created the system account "${accountName}": Postgres does not run as root.`)
  return account
}
