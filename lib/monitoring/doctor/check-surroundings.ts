import { statfs } from 'node:fs/promises'
import { env } from '@/lib/core/env'
import { createSharedLimiter, sharedRedis } from '@/lib/http/rate-limit/shared-limiter'
import { type Finding, ok, reasonOf, warning, wrong } from './finding'

/** What the settings mean together; that each of them is valid was seen when they were read. */
export function checkSettings(): Finding[] {
  const { DATABASE_URL, ENCRYPTION_KEY, NEXTAUTH_SECRET, NEXTAUTH_URL, PORT, SMTP_URL } = env()
  const found: Finding[] = []
  const address = NEXTAUTH_URL ?? `http://localhost:${PORT}`
  if (NEXTAUTH_URL === undefined && SMTP_URL !== undefined) {
    found.push(warning('Settings', `Links in e-mail lead to ${address}`, 'Set NEXTAUTH_URL to the public address.'))
  }
  if (NEXTAUTH_URL?.startsWith('http:') && !/^https?:\/\/(localhost|127\.|\[::1\])/.test(NEXTAUTH_URL)) {
    found.push(
      warning('Settings', `${address} is not encrypted`, 'Serve it over https and set NEXTAUTH_URL to that address.'),
    )
  }
  const generated = Object.entries({ ENCRYPTION_KEY, NEXTAUTH_SECRET }).filter(([, value]) => value === undefined)
  if (DATABASE_URL !== undefined && generated.length > 0) {
    const names = generated.map(([name]) => name).join(' and ')
    found.push(
      warning(
        'Settings',
        `The database is shared, but ${names} ${generated.length > 1 ? 'are' : 'is'} generated on this machine`,
        `Set ${names} to the same on every process; docs/operations.md says how.`,
      ),
    )
  }
  return found.length > 0 ? found : [ok('Settings', `Valid; the public address is ${address}`)]
}

const redisTimeoutMs = 2_000
const slowRedisMs = 100

/** Makes one decision of a limit of its own, as the servers make theirs. */
export async function checkRedis(): Promise<Finding> {
  const redis = sharedRedis(env())
  if (!redis) return ok('Redis', 'Not set: each process limits on its own')
  try {
    const limit = createSharedLimiter(redis, { name: 'doctor', limit: 1_000, windowSeconds: 60 }, redisTimeoutMs)
    // The first decision also connects and loads the script.
    await limit('doctor')
    const began = performance.now()
    await limit('doctor')
    const tookMs = Math.round(performance.now() - began)
    if (tookMs <= slowRedisMs) return ok('Redis', `Decides within ${tookMs} ms`)
    return warning('Redis', `Takes ${tookMs} ms for a decision`, 'Every event waits for one: move it closer.')
  } catch (error) {
    return wrong(
      'Redis',
      reasonOf(error),
      'Check REDIS_URL or the settings of Upstash. Until then each process limits on its own, and passwords are refused.',
    )
  }
}

const gib = 1024 ** 3
const warnBelowBytes = 2 * gib
const wrongBelowBytes = gib / 4

/** The disk of the data directory, which the embedded database fills. */
export async function checkDisk(): Promise<Finding> {
  const { DATABASE_URL, LEADLINE_DATA_DIR: folder } = env()
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const found = `${(free / gib).toFixed(1)} GiB free for ${folder}`
    const judge = free < wrongBelowBytes ? wrong : warning
    if (DATABASE_URL !== undefined || free >= warnBelowBytes) return ok('Disk', found)
    return judge('Disk', found, 'Free some, or move LEADLINE_DATA_DIR. When it is full, events are answered 503.')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ok('Disk', `${folder} is yet to be made`)
    return wrong('Disk', reasonOf(error), 'Leadline must be able to use LEADLINE_DATA_DIR.')
  }
}
