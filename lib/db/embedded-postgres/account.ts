import { AppError } from '@/lib/core/errors'
import { type Account, run } from './run'

const accountName = 'postgres'

/** Postgres refuses to run as root, so root lends it the account `postgres`; anyone else runs it as themselves. */
export async function serverAccount(onNotice: (text: string) => void): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return (await findAccount()) ?? (await createAccount(onNotice))
}

/** Whether `account` can pass through the directory, its parents included. */
export async function canEnter(account: Account | undefined, directory: string): Promise<boolean> {
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
