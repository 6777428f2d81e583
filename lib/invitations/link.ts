import { env } from '@/lib/env'

/** The address that an invited person opens. */
export function invitationLink(token: string): string {
  const base = env().NEXTAUTH_URL?.replace(/\/$/, '') ?? `http://localhost:${env().PORT}`
  return `${base}/invite/${token}`
}
