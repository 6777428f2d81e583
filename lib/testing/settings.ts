import { vi } from 'vitest'
import { env, setDatabaseUrl } from '@/lib/core/env'

/** Gives this process other settings, until `vi.unstubAllEnvs` and another call. */
export function useSettings(settings: Record<string, string>): void {
  const { DATABASE_URL } = env()
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  setDatabaseUrl(DATABASE_URL ?? '')
}
