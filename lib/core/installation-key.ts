import { createHmac } from 'node:crypto'
import { ensureSecret } from '@/lib/core/ensure-secret'
import { env } from '@/lib/core/env'

/** A key for one purpose, derived from the secret of this installation: the same in every process of it. */
export async function installationKey(purpose: string): Promise<Buffer> {
  const { NEXTAUTH_SECRET, LEADLINE_DATA_DIR } = env()
  const secret = NEXTAUTH_SECRET ?? (await ensureSecret(LEADLINE_DATA_DIR, 'nextauth-secret'))
  return createHmac('sha256', secret).update(purpose).digest()
}
