import { env } from '@/lib/core/env'

/** Address that people and pipelines reach this installation at, without a slash at its end. */
export function baseUrl(): string {
  return env().NEXTAUTH_URL ?? `http://localhost:${env().PORT}`
}
