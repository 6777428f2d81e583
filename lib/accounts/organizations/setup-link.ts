import { timingSafeEqual } from 'node:crypto'
import { baseUrl } from '@/lib/core/base-url'
import { installationKey } from '@/lib/core/installation-key'

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
  return (await installationKey('leadline setup')).toString('base64url').slice(0, tokenLength)
}
