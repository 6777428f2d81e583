import { serviceKeyOf } from '@/lib/core/service-key'
import type { LinkableDeployment } from '@/lib/deployments/linking/rules'

/**
 * Whether the deployment `alias` is in the service environment of $1 organization, and of a repository and two keys, by
 * default $2, $3 and $4, as `serviceEnvironmentOf` says.
 */
export const inServiceEnvironment = (
  alias: string,
  { repositoryId, environmentKey, serviceKey } = { repositoryId: '$2', environmentKey: '$3', serviceKey: '$4' },
) => `
  ${alias}.organization_id = $1 AND ${alias}.repository_id = ${repositoryId} AND ${sameKeys(alias, environmentKey, serviceKey)}`

/** The part of it that is left to check of a deployment whose repository is known to be the same. */
export const sameKeys = (alias: string, environmentKey: string, serviceKey: string) => `
  ${alias}.production AND ${alias}.voided_at IS NULL
  AND ${alias}.environment_key = ${environmentKey} AND coalesce(${alias}.service_key, '') = ${serviceKey}`

/** Whether the text in `column` begins with `sha`, for an index of `text_pattern_ops`: no digit sorts after 'g'. */
export const beginsWith = (column: string, sha: string) => `
  lower(${column}) ~>=~ ${sha} AND lower(${column}) ~<~ (${sha} || 'g')`

/** What `sha` begins with, as short as a SHA may be sent. */
export const beginningsOf = (sha: string) => `
  ARRAY(SELECT left(${sha}, length) FROM generate_series(5, length(${sha}) - 1) AS length)`

/** Keys of the environment and of the service, blank for none, as `inServiceEnvironment` compares them. */
export function serviceEnvironmentOf({
  environment,
  service,
}: Pick<LinkableDeployment, 'environment' | 'service'>): [string, string] {
  return [serviceKeyOf(environment), serviceKeyOf(service ?? '')]
}
