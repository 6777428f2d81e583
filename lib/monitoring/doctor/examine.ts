import { env, SettingsError } from '@/lib/core/env'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { checkContents } from './check-contents'
import { checkDatabase, checkReplica } from './check-database'
import { checkDisk, checkRedis, checkSettings } from './check-surroundings'
import { type Finding, reasonOf, wrong } from './finding'

/**
 * Looks at everything that Leadline depends on and says what is wrong and what to do about it. Changes nothing, but
 * starts the embedded database when it does not run. Never throws, and no finding holds a secret.
 */
export async function examine(): Promise<Finding[]> {
  try {
    env()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return [wrong('Settings', error.message, 'Mend them in the environment or in .env. Nothing else was looked at.')]
  }
  const findings = [...checkSettings(), await checkRedis(), await checkDisk()]
  try {
    return [...findings, ...(await withDatabase(examineDatabase))]
  } catch (error) {
    return [...findings, wrong('Database', reasonOf(error), 'Nothing of what it holds was looked at.')]
  }
}

/** What the tables say is looked at only where all of them are there. */
async function examineDatabase(databaseUrl: string): Promise<Finding[]> {
  const findings = await checkDatabase(databaseUrl)
  if (findings.some(({ state }) => state === 'wrong')) return findings
  const { DATABASE_REPLICA_URL: replicaUrl } = env()
  const replica = replicaUrl === undefined ? [] : [await checkReplica(databaseUrl, replicaUrl)]
  return [...findings, ...replica, ...(await checkContents(databaseUrl))]
}
