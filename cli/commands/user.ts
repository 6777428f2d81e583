import { Command } from 'commander'
import { listUsers, type UserSummary } from '@/lib/users/list'
import { setPassword } from '@/lib/users/set-password'
import { printResult, table } from '../output'
import { readSecret } from '../read-secret'
import { withMigratedDatabase } from '../with-database'

/** `leadline user …` */
export function userCommand(): Command {
  const command = new Command('user').description('List the people who can sign in, set their passwords.')
  command
    .command('list')
    .description('List everybody with an account, by e-mail address.')
    .option('--json', 'print the people as a JSON array')
    .action(async ({ json = false }: { json?: boolean }) => {
      await withMigratedDatabase(async () => {
        const users = await listUsers()
        printResult(users, json, () => userTable(users))
      })
    })
  command
    .command('set-password')
    .description(
      'Set a new password: asked for at a terminal, else the first line of standard input. Ends all sessions.',
    )
    .requiredOption('--email <address>', 'e-mail address that the person signs in with')
    .option('--json', 'print {"email": …, "passwordSet": true}')
    .action(async ({ email, json = false }: { email: string; json?: boolean }) => {
      const password = await readSecret('New password')
      await withMigratedDatabase(async () => {
        await setPassword(email, password)
        printResult({ email, passwordSet: true }, json, () => `${email} signs in with the new password from now on.`)
      })
    })
  return command
}

function userTable(users: UserSummary[]): string {
  if (users.length === 0)
    return 'Nobody has an account yet. Use leadline setup-link on a new server, else leadline member invite.'
  return table(
    ['E-MAIL', 'NAME', 'CREATED', 'ORGANIZATIONS'],
    users.map(({ email, name, createdAt, organizations }) => [
      email,
      name ?? '—',
      createdAt.toISOString(),
      organizations.map(({ slug, role }) => `${slug} (${role})`).join(', ') || 'none',
    ]),
  )
}
