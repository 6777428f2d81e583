import { z } from 'zod'
import { AppError } from '@/lib/errors'
import { encryptionKey } from './encryption-key'
import { seal, unseal } from './seal'

const fields = { organizationId: z.number(), userId: z.number(), publicId: z.string(), expiresAt: z.number() }

const schemas = {
  /** To the app that a manifest makes, which does not exist yet. */
  manifest: z.object({ ...fields, baseUrl: z.string(), owner: z.string().nullable() }),
  /** To the installation of an app. */
  installation: z.object(fields),
}

export type PassKind = keyof typeof schemas
export type Pass<Kind extends PassKind> = z.infer<(typeof schemas)[Kind]>

const lifetimesMs: Record<PassKind, number> = { manifest: 30 * 60_000, installation: 60 * 60_000 }

/** What goes to GitHub as `state` and comes back: for one person, in one organization, sealed and short-lived. */
export async function issuePass<Kind extends PassKind>(
  kind: Kind,
  pass: Omit<Pass<Kind>, 'expiresAt'>,
): Promise<string> {
  const expiresAt = Date.now() + lifetimesMs[kind]
  return seal(await encryptionKey(), `${kind} pass`, JSON.stringify({ ...pass, expiresAt }))
}

/** Reads a pass. Throws `forbidden` when it was not issued here, is somebody else's, or is too old. */
export async function readPass<Kind extends PassKind>(
  kind: Kind,
  text: string | null,
  userId: number,
): Promise<Pass<Kind>> {
  const opened = unseal(await encryptionKey(), `${kind} pass`, text ?? '')
  if (typeof opened === 'string') throw refusal()
  const pass = schemas[kind].parse(JSON.parse(opened.text))
  if (pass.userId !== userId || pass.expiresAt < Date.now()) throw refusal()
  return pass as Pass<Kind>
}

function refusal(): AppError {
  return new AppError(
    'forbidden',
    'This link is too old, or not yours. Start again from Settings > Repositories in this browser.',
  )
}
