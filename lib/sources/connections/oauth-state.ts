import { z } from 'zod'
import { AppError } from '@/lib/core/errors'
import { encryptionKey } from './encryption-key'
import { seal, unseal } from './seal'

const fields = { organizationId: z.number(), userId: z.number(), publicId: z.string(), expiresAt: z.number() }

const schemas = {
  /** To the app that a manifest makes, which does not exist yet. */
  manifest: z.object({ ...fields, baseUrl: z.string(), owner: z.string().nullable() }),
  /** To the installation of an app. */
  installation: z.object(fields),
}

export type StateKind = keyof typeof schemas
export type OauthState<Kind extends StateKind> = z.infer<(typeof schemas)[Kind]>

const lifetimesMs: Record<StateKind, number> = { manifest: 30 * 60_000, installation: 60 * 60_000 }

/** What goes to GitHub as `state` and comes back: for one person, in one organization, sealed and short-lived. */
export async function issueState<Kind extends StateKind>(
  kind: Kind,
  state: Omit<OauthState<Kind>, 'expiresAt'>,
): Promise<string> {
  const expiresAt = Date.now() + lifetimesMs[kind]
  return seal(await encryptionKey(), `${kind} pass`, JSON.stringify({ ...state, expiresAt }))
}

/** Reads a state. Throws `forbidden` when it was not issued here, belongs to another person, or is too old. */
export async function readState<Kind extends StateKind>(
  kind: Kind,
  text: string | null,
  userId: number,
): Promise<OauthState<Kind>> {
  const opened = unseal(await encryptionKey(), `${kind} pass`, text ?? '')
  if (typeof opened === 'string') throw refusal()
  const state = schemas[kind].parse(JSON.parse(opened.text))
  if (state.userId !== userId || state.expiresAt < Date.now()) throw refusal()
  return state as OauthState<Kind>
}

function refusal(): AppError {
  return new AppError(
    'forbidden',
    'This link is too old, or not yours. Start again from Settings > Repositories in this browser.',
  )
}
