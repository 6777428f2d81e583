import { env } from '@/lib/core/env'

/** One thing that was looked at. A warning needs a person's judgement; what is wrong does not work. */
export type Finding = {
  check: string
  state: 'ok' | 'warning' | 'wrong'
  found: string
  /** What to do about it; null where nothing is to be done. */
  todo: string | null
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, todo: null })

export const warning = (check: string, found: string, todo: string): Finding => ({
  check,
  state: 'warning',
  found,
  todo,
})

export const wrong = (check: string, found: string, todo: string): Finding => ({ check, state: 'wrong', found, todo })

/** Why something failed, without what the settings keep secret. */
export function reasonOf(error: unknown): string {
  const text = textOf(error) || 'It failed and did not say why'
  return secrets().reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
}

/** Where a name has several addresses, the reason of each of them. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function secrets(): string[] {
  const { DATABASE_URL = '', DATABASE_REPLICA_URL = '', REDIS_URL = '', UPSTASH_REDIS_REST_TOKEN: token } = env()
  const addresses = [DATABASE_URL, DATABASE_REPLICA_URL, REDIS_URL].filter((url) => url !== '')
  const passwords = addresses.map((url) => decodeURIComponent(new URL(url).password))
  return [...addresses, ...passwords, token].filter((secret): secret is string => Boolean(secret))
}
