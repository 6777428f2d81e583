import { access, constants, lstat, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '@/lib/core/errors'
import { type Binaries, findBinaries } from './binaries'
import { createCluster } from './create-cluster'
import type { Account } from './run'

/** A Postgres data directory and what it takes to run it. */
export type Cluster = { data: string; log: string; password: string; binaries: Binaries; account: Account | undefined }

/** Finds the database files under `dataDir`, creating them the first time. Starts nothing. */
export async function openCluster(dataDir: string, onNotice: (text: string) => void): Promise<Cluster> {
  const path = join(resolve(dataDir), 'postgres')
  const present = await lstat(path).catch(() => undefined)
  if (!present) await createCluster(path, onNotice)
  try {
    const directory = await realpath(path)
    const data = join(directory, 'data')
    const owner = await stat(data)
    await access(data, constants.W_OK)
    const account = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : undefined
    return {
      data,
      log: join(directory, 'server.log'),
      password: await readFile(join(directory, 'password'), 'utf8'),
      binaries: await findBinaries(account, onNotice),
      account,
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'internal',
      `The database files in ${path} cannot be used (${reason}). Run as the account that created them; ` +
        'or, if they are gone for good, remove that path to start with an empty database.',
    )
  }
}
