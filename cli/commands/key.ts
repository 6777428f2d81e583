import { Command, Option } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { listApiKeys } from '@/lib/accounts/api-keys/list'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { KeyScope } from '@/lib/generated/prisma/enums'
import { printResult, table } from '../output'
import { wholeNumber } from '../whole-number'
import { withMigratedDatabase } from '../with-database'

/** `leadline key …` */
export function keyCommand(): Command {
  const command = new Command('key').description('Generate, list and revoke API keys.')
  command
    .command('create')
    .description('Generate an API key. It is printed once and stored hashed; keys that exist stay active.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(
      new Option(
        '--scope <scope>',
        'ingest: posts deployments and reads only which services changed; read: reads and posts nothing',
      )
        .choices(Object.values(KeyScope))
        .default('ingest'),
    )
    .option('--json', 'print {"id": …, "key": "ldl_…"}')
    .action(async ({ org, name, scope, json = false }: CreateOptions) => {
      await withMigratedDatabase(async () => {
        const { id, token } = await createApiKey(operatorOf((await findOrganization(org)).id), name, scope)
        printResult({ id, key: token }, json, () => `${token}\nKey ${id} of ${org}. You will not see it again.`)
      })
    })
  command
    .command('list')
    .description('List the API keys of an organization, active ones first.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--json', 'print the keys as a JSON array')
    .action(async ({ org, json = false }: { org: string; json?: boolean }) => {
      await withMigratedDatabase(async () => {
        const keys = await listApiKeys((await findOrganization(org)).id)
        printResult(keys, json, () => keyTable(keys, org))
      })
    })
  command
    .command('revoke')
    .description('Revoke an API key: pipelines that use it get 401 from the next request on.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--id <id>', 'id of the key', wholeNumber)
    .option('--json', 'print {"id": …, "revoked": true}')
    .action(async ({ org, id, json = false }: { org: string; id: number; json?: boolean }) => {
      await withMigratedDatabase(async () => {
        await revokeApiKey(operatorOf((await findOrganization(org)).id), id)
        printResult({ id, revoked: true }, json, () => `Key ${id} of ${org} is revoked.`)
      })
    })
  return command
}

type CreateOptions = { org: string; name: string; scope: KeyScope; json?: boolean }

function keyTable(keys: Awaited<ReturnType<typeof listApiKeys>>, org: string): string {
  if (keys.length === 0) return `${org} has no API key. Generate one: leadline key create --org ${org} --name ci`
  return table(
    ['ID', 'KEY', 'SCOPE', 'NAME', 'CREATED', 'LAST USED', 'STATE'],
    keys.map((key) => [
      String(key.id),
      key.display,
      key.scope,
      key.name,
      key.createdAt.toISOString(),
      key.lastUsedAt?.toISOString() ?? 'never',
      key.revokedAt ? `revoked ${key.revokedAt.toISOString()}` : 'active',
    ]),
  )
}
