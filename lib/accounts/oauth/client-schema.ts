import { z } from 'zod'
import { isAllowedRedirectUri } from '@/lib/accounts/oauth/redirect-uri'
import { lineSchema } from '@/lib/accounts/users/schema'
import { hasInvisible } from '@/lib/core/invisible'

/** An application that asks for access: a public client, which can keep no secret. */
export type OauthClient = {
  /** The address of its metadata document, or what it was registered as. */
  id: string
  /** What it calls itself. */
  name: string
  /** Where it may have people sent back to. */
  redirectUris: string[]
}

/** What fits into addresses and cookies together with the rest of a request. */
export const maxClientIdLength = 1_500

/**
 * What an application calls itself, as people will read it: nothing that they do not see, or that makes the text around
 * it read otherwise or runs over it.
 */
export const clientNameSchema = lineSchema('name', 100)
  .refine((name) => !hasInvisible(name), 'The name has an invisible character')
  .refine((name) => !/(?:^|\p{Mark}{3})\p{Mark}/u.test(name), 'The name has too many accents in a row')

const wrong =
  'must be https, http on a loopback address, or a private scheme such as com.example.app, without a fragment'

/** Where an application has people sent back to. */
export const redirectUrisSchema = z
  .array(z.string().refine(isAllowedRedirectUri, wrong), 'must be a list of addresses')
  .min(1, 'must have at least one address')
  .max(10, 'must have at most 10 addresses')
