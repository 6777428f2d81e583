import { operatorOf } from '@/lib/accounts/actor'
import { audienceOf } from '@/lib/accounts/trusted-pipelines/audience'
import { createTrust } from '@/lib/accounts/trusted-pipelines/create'
import type { NewTrust } from '@/lib/accounts/trusted-pipelines/schema'
import { createTenant, type Tenant } from './factories'

export type TrustingTenant = Tenant & { trustId: number; audience: string }

type Input = Partial<NewTrust> & { issuer: string }

/** An organization that trusts the pipelines of `acme/api`, with what its tokens have to be meant for. */
export async function createTrustingTenant(input: Input): Promise<TrustingTenant> {
  const tenant = await createTenant()
  return { ...tenant, trustId: await trust(tenant, input), audience: audienceOf(tenant.organization.slug) }
}

/** Adds a trusted pipeline to an organization. Returns its id. */
export async function trust({ organization }: { organization: { id: number } }, input: Input): Promise<number> {
  const anything = { branch: null, tag: null, protectedOnly: false, environment: null }
  const any = { host: 'github', repository: 'acme/api', ...anything } as const
  return (await createTrust(operatorOf(organization.id), { ...any, ...input })).id
}
