import { getDeployment } from '@/lib/deployments/get'
import { linkDue } from '@/lib/deployments/linking/relink'
import { createHistory, createRepository, createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

/** Posts a deployment and looks at what became of it. */
export async function deploy(tenant: Tenant, fields: Record<string, unknown>) {
  const event = deploymentBody(fields)
  const { body } = await postEvent(tenant.token, event)
  const shown = await getDeployment(tenant.organization.id, String(event.deploymentId))
  const numbers = shown.pullRequests.map(({ number }) => number)
  return {
    answer: body as { linkedPRs: number },
    numbers,
    methods: shown.pullRequests.map(({ method }) => method),
    shown,
  }
}

/** An organization with one repository whose n-th commit merges pull request n. */
export async function tenantWithHistory(length: number, fullName = 'acme/api') {
  const tenant = await createTenant()
  const repository = await createRepository(tenant.organization.id, fullName)
  return { tenant, repository, shas: await createHistory(repository, length) }
}

/** The SHA of a commit of a history, counted from 0. */
export const at = (shas: readonly string[], index: number): string => shas[index] ?? ''

/** Links what is marked and due of all organizations, as the worker does. */
export async function linkAllDue(): Promise<void> {
  const never = new AbortController().signal
  let more = true
  while (more) more = await linkDue(never)
}
