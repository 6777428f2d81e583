import { createHmac, timingSafeEqual } from 'node:crypto'
import { baseUrl } from '@/lib/core/base-url'
import { ensureSecret } from '@/lib/core/ensure-secret'
import { env } from '@/lib/core/env'

/** 22 characters of base64url are 132 bits. */
const tokenLength = 22

/** The link that sets this installation up: every process of it makes and accepts the same one. */
export async function setupLink(): Promise<string> {
  return `${baseUrl()}/setup?token=${await setupToken()}`
}

/** Whether a token is the one in the link; takes as long for every text of the same length. */
export async function isSetupToken(token: string): Promise<boolean> {
  const [expected, actual] = [Buffer.from(await setupToken()), Buffer.from(token)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

async function setupToken(): Promise<string> {
  const { NEXTAUTH_SECRET, LEADLINE_DATA_DIR } = env()
  const secret = NEXTAUTH_SECRET ?? (await ensureSecret(LEADLINE_DATA_DIR, 'nextauth-secret'))
  return createHmac('sha256', secret).update('leadline setup').digest('base64url').slice(0, tokenLength)
}
