import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  clientNameSchema,
  maxClientIdLength,
  type OauthClient,
  redirectUrisSchema,
} from '@/lib/accounts/oauth/client-schema'
import { installationKey } from '@/lib/core/installation-key'

const prefix = 'ldp_'

/** 22 characters of base64url are 132 bits. */
const sealLength = 22

export const registrationSchema = z.object({
  client_name: clientNameSchema.optional(),
  redirect_uris: redirectUrisSchema,
  token_endpoint_auth_method: z.string().optional(),
})

export type Registration = z.output<typeof registrationSchema>

/**
 * The id of an application that registers itself (RFC 7591): its name and addresses, sealed. Nothing is stored, so that
 * strangers who register without end use nothing up. Null when it is longer than an id may be.
 */
export async function registerClient({ client_name, redirect_uris }: Registration): Promise<string | null> {
  const payload = Buffer.from(JSON.stringify([client_name ?? '', ...redirect_uris])).toString('base64url')
  const id = prefix + payload + (await sealOf(payload))
  return id.length <= maxClientIdLength ? id : null
}

/** The application that was registered under an id; null when it was not registered here. */
export async function readRegistration(id: string): Promise<OauthClient | null> {
  if (!id.startsWith(prefix)) return null
  const [payload, seal] = [id.slice(prefix.length, -sealLength), Buffer.from(id.slice(-sealLength))]
  const expected = Buffer.from(await sealOf(payload))
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return null
  const [name, ...redirectUris] = z.array(z.string()).parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return { id, name: name || 'Unnamed application', redirectUris }
}

async function sealOf(payload: string): Promise<string> {
  const key = await installationKey('leadline oauth client')
  return createHmac('sha256', key).update(payload).digest('base64url').slice(0, sealLength)
}
