import { timingSafeEqual } from 'node:crypto'
import { baseUrl } from '@/lib/core/base-url'
import { installationKey } from '@/lib/core/installation-key'
import { promptQuery } from '@/lib/db/prompt-query'

/** 22 characters of base64url are 132 bits. */
const tokenLength = 22

/**
 * The link that sets this installation up: every process of it makes and accepts the same one. It ends with the first
 * organization: once that is deleted, another one sets the installation up again.
 */
export async function setupLink(): Promise<string> {
  return `${baseUrl()}/setup?token=${await setupToken()}`
}

/** Whether a token is the one in the link; takes as long for every text of the same length. */
export async function isSetupToken(token: string): Promise<boolean> {
  const [expected, actual] = [Buffer.from(await setupToken()), Buffer.from(token)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

async function setupToken(): Promise<string> {
  const [organizations] = await promptQuery<{ ever: string }>(
    'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS ever FROM organizations_id_seq',
  )
  return (await installationKey(`leadline setup ${organizations?.ever}`)).toString('base64url').slice(0, tokenLength)
}
