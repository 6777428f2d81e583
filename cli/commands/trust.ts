import { Command, Option } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { audienceOf } from '@/lib/accounts/trusted-pipelines/audience'
import { checkIssuer } from '@/lib/accounts/trusted-pipelines/check-issuer'
import { createTrust } from '@/lib/accounts/trusted-pipelines/create'
import { listTrusts, type TrustSummary } from '@/lib/accounts/trusted-pipelines/list'
import { revokeTrust } from '@/lib/accounts/trusted-pipelines/revoke'
import { pipelineHosts, trustSchema } from '@/lib/accounts/trusted-pipelines/schema'
import { parse } from '@/lib/core/parse'
import { Host } from '@/lib/generated/prisma/enums'
import { filled } from '../options'
import { printResult, table } from '../output'
import { wholeNumber } from '../whole-number'
import { withMigratedDatabase } from '../with-database'

/** `leadline trust …` */
export function trustCommand(): Command {
  const command = new Command('trust').description('Pipelines that post with a token of their host in place of a key.')
  command
    .command('add')
    .description('Trust the pipelines of a repository. Prints the audience that their tokens need.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .addOption(
      new Option('--host <host>', 'whose pipelines they are').choices(Object.values(Host)).makeOptionMandatory(),
    )
    .requiredOption('--repository <name>', 'owner/name, or the path of a GitLab project')
    .option('--branch <name>', 'only jobs of this branch', filled)
    .option('--tag <pattern>', 'only jobs of these tags, such as v*', filled)
    .option('--protected-only', 'only jobs of a protected branch or tag')
    .option('--environment <name>', 'only jobs of this environment', filled)
    .option(
      '--issuer <url>',
      'a GitLab of your own, or https://<host>/_services/token of a GitHub Enterprise Server',
      filled,
    )
    .option('--json', 'print {"id": …, "audience": …}')
    .action(async ({ org, json = false, ...input }: AddOptions) => {
      await withMigratedDatabase(async () => {
        const trust = parse(trustSchema, input)
        const { id: organizationId, slug } = await findOrganization(org)
        await checkIssuer(trust)
        const { id } = await createTrust(operatorOf(organizationId), trust)
        const audience = audienceOf(slug)
        printResult({ id, audience }, json, () => `Trust ${id} of ${org}. Audience of its tokens: ${audience}`)
      })
    })
  command
    .command('list')
    .description('List the trusted pipelines of an organization, active ones first.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--json', 'print them as a JSON array')
    .action(async ({ org, json = false }: { org: string; json?: boolean }) => {
      await withMigratedDatabase(async () => {
        const trusts = await listTrusts((await findOrganization(org)).id)
        printResult(trusts, json, () => trustTable(trusts, org))
      })
    })
  command
    .command('revoke')
    .description('Stop trusting a pipeline: it gets 401 from the next request on.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--id <id>', 'id of the trust', wholeNumber)
    .option('--json', 'print {"id": …, "revoked": true}')
    .action(async ({ org, id, json = false }: { org: string; id: number; json?: boolean }) => {
      await withMigratedDatabase(async () => {
        await revokeTrust(operatorOf((await findOrganization(org)).id), id)
        printResult({ id, revoked: true }, json, () => `Trust ${id} of ${org} is revoked.`)
      })
    })
  return command
}

type AddOptions = {
  org: string
  host: Host
  repository: string
  branch?: string
  tag?: string
  protectedOnly?: boolean
  environment?: string
  issuer?: string
  json?: boolean
}

function refsOf({ branch, tag, protectedOnly }: TrustSummary): string {
  const name = branch ?? (tag === null ? 'any' : `tag ${tag}`)
  return protectedOnly ? `${name}, protected` : name
}

function trustTable(trusts: TrustSummary[], org: string): string {
  if (trusts.length === 0)
    return `${org} trusts no pipeline. Add one: leadline trust add --org ${org} --host github --repository owner/name`
  return table(
    ['ID', 'REPOSITORY', 'BRANCH OR TAG', 'ENVIRONMENT', 'TOKENS OF', 'ISSUER', 'LAST USED', 'STATE'],
    trusts.map((trust) => [
      String(trust.id),
      trust.repository,
      refsOf(trust),
      trust.environment ?? 'any',
      pipelineHosts[trust.host],
      trust.issuer,
      trust.lastUsedAt?.toISOString() ?? 'never',
      trust.revokedAt ? `revoked ${trust.revokedAt.toISOString()}` : 'active',
    ]),
  )
}
