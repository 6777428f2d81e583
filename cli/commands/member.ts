import { Command, Option } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { invitationLink } from '@/lib/accounts/invitations/link'
import { changeRole } from '@/lib/accounts/members/change-role'
import { listMembers, type MemberSummary } from '@/lib/accounts/members/list'
import { removeMember } from '@/lib/accounts/members/remove'
import { roles } from '@/lib/accounts/members/roles'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { AppError } from '@/lib/core/errors'
import type { Role } from '@/lib/generated/prisma/enums'
import { printResult, table } from '../output'
import { withMigratedDatabase } from '../with-database'

type Options = { org: string; email: string; role: Role; json?: boolean }

const roleOption = () => new Option('--role <role>', 'what they may do').choices(roles)

/** `leadline member …` */
export function memberCommand(): Command {
  const command = new Command('member').description(
    'List, invite and remove the members of an organization, and set their roles.',
  )
  onMember(command, 'list', 'List the members of an organization in the order they joined.')
    .option('--json', 'print the members as a JSON array')
    .action(async ({ org, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const members = await listMembers((await findOrganization(org)).id)
        printResult(members, json, () => memberTable(members, org))
      })
    })
  onMember(command, 'invite', 'Invite someone by a link that works once, for seven days. It is printed once.')
    .requiredOption('--email <address>', 'e-mail address of the person')
    .addOption(roleOption().default('member'))
    .option('--json', 'print {"id": …, "email": …, "role": …, "expiresAt": …, "link": …}')
    .action(async ({ org, email, role, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const organizationId = (await findOrganization(org)).id
        const { token, ...invitation } = await createInvitation(operatorOf(organizationId), { email, role })
        const link = invitationLink(token)
        const until = invitation.expiresAt.toISOString()
        printResult({ ...invitation, link }, json, () => `${link}\nFor ${invitation.email}, once, until ${until}.`)
      })
    })
  onMember(command, 'role', 'Give a member another role, from their next request on.')
    .requiredOption('--email <address>', 'e-mail address of the member')
    .addOption(roleOption().makeOptionMandatory())
    .option('--json', 'print {"userId": …, "role": …}')
    .action(async ({ org, email, role, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const member = await findMember(org, email)
        await changeRole(operatorOf(member.organizationId), { userId: member.userId, role })
        printResult({ userId: member.userId, role }, json, () => `${email} is ${role} of ${org}.`)
      })
    })
  onMember(command, 'remove', 'Remove a member from an organization, from their next request on.')
    .requiredOption('--email <address>', 'e-mail address of the member')
    .option('--json', 'print {"userId": …, "removed": true}')
    .action(async ({ org, email, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const member = await findMember(org, email)
        await removeMember(operatorOf(member.organizationId), { userId: member.userId })
        printResult({ userId: member.userId, removed: true }, json, () => `${email} is no member of ${org} any more.`)
      })
    })
  return command
}

function onMember(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).requiredOption('--org <slug>', 'slug of the organization')
}

async function findMember(slug: string, email: string): Promise<{ organizationId: number; userId: number }> {
  const { id: organizationId } = await findOrganization(slug)
  const requested = email.trim().toLowerCase()
  const member = (await listMembers(organizationId)).find((candidate) => candidate.email === requested)
  if (!member) throw new AppError('not_found', `${slug} has no member with e-mail address "${email}"`)
  return { organizationId, userId: member.userId }
}

function memberTable(members: MemberSummary[], org: string): string {
  if (members.length === 0) return `${org} has no member. Invite one: leadline member invite --org ${org} --email …`
  return table(
    ['E-MAIL', 'NAME', 'ROLE', 'JOINED', 'LAST SEEN'],
    members.map(({ email, name, role, joinedAt, lastSeenAt }) => [
      email,
      name ?? '—',
      role,
      joinedAt.toISOString(),
      lastSeenAt?.toISOString() ?? 'never',
    ]),
  )
}
