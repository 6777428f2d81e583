import { Command } from 'commander'
import { confirmEmail } from '@/lib/accounts/users/confirm-email'
import { listUsers, type UserSummary } from '@/lib/accounts/users/list'
import { listWaysToSignIn } from '@/lib/accounts/users/list-ways-to-sign-in'
import { setPassword } from '@/lib/accounts/users/set-password'
import { printResult, table } from '../output'
import { readSecret } from '../read-secret'
import { withMigratedDatabase } from '../with-database'

/** `leadline user …` */
export function userCommand(): Command {
  const command = new Command('user').description('List the people who can sign in, set their passwords.')
  command
    .command('list')
    .description('List all accounts, by e-mail address.')
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
      'Set a new password: prompted for at a terminal, else the first line of standard input. Confirms the address, and ends ' +
        'all sessions and other ways to sign in.',
    )
    .requiredOption('--email <address>', 'e-mail address that the person signs in with')
    .option('--keep-sign-ins', 'leave the accounts connected that the person signs in with elsewhere')
    .option('--json', 'print {"email": …, "passwordSet": true}')
    .action(async ({ email, keepSignIns, json = false }: PasswordOptions) => {
      const password = await readSecret('New password')
      await withMigratedDatabase(async () => {
        await setPassword(email, password, { keepSignIns })
        printResult({ email, passwordSet: true }, json, () => `${email} signs in with the new password from now on.`)
      })
    })
  command
    .command('confirm')
    .description(
      'Confirm that an address is its user’s, so that they can join a second organization. Prints their ways to sign ' +
        'in: when one is not theirs, set a password instead.',
    )
    .requiredOption('--email <address>', 'e-mail address that the person signs in with')
    .option('--json', 'print {"email": …, "confirmed": true, "password": …, "accounts": […]}')
    .action(async ({ email: address, json = false }: { email: string; json?: boolean }) => {
      await withMigratedDatabase(async () => {
        const { userId, email } = await confirmEmail(address)
        const { password, accounts } = await listWaysToSignIn(userId)
        const ways = [
          ...(password ? [`password, set ${password.setAt?.toISOString() ?? 'before that was noted'}`] : []),
          ...accounts.map(({ provider, connectedAt }) => `${provider}, connected ${connectedAt.toISOString()}`),
        ]
        const result = { email, confirmed: true, password, accounts }
        printResult(result, json, () => `${email} is confirmed. Ways to sign in: ${ways.join('; ') || 'none'}.`)
      })
    })
  return command
}

type PasswordOptions = { email: string; keepSignIns?: boolean; json?: boolean }

function userTable(users: UserSummary[]): string {
  if (users.length === 0)
    return 'There are no accounts yet. Use leadline setup-link on a new server, else leadline member invite.'
  return table(
    ['E-MAIL', 'NAME', 'CREATED', 'CONFIRMED', 'ORGANIZATIONS'],
    users.map(({ email, name, createdAt, emailConfirmedAt, organizations }) => [
      email,
      name ?? '—',
      createdAt.toISOString(),
      emailConfirmedAt?.toISOString() ?? 'no',
      organizations.map(({ slug, role }) => `${slug} (${role})`).join(', ') || 'none',
    ]),
  )
}
