import { baseUrl } from '@/lib/core/base-url'

/** The address that an invited person opens. */
export function invitationLink(token: string): string {
  return `${baseUrl()}/invite/${token}`
}
