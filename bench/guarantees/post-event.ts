import { post } from '@/e2e/support/servers'

/** What became of an event: `created`, `updated`, the status of a refusal, or `no answer`. */
export async function postEvent(url: string, token: string, event: unknown): Promise<string> {
  try {
    const { status, body } = await post(url, token, event)
    return body.action ?? String(status)
  } catch {
    return 'no answer'
  }
}

/** Of what became of some events: how many were created, how many updated, and all that was neither. */
export function sumUp(fates: readonly string[]): { created: number; updated: number; errors: string[] } {
  const count = (fate: string) => fates.filter((one) => one === fate).length
  const errors = fates.filter((fate) => fate !== 'created' && fate !== 'updated')
  return { created: count('created'), updated: count('updated'), errors }
}
