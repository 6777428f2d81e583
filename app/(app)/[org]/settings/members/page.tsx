import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { ApplicationList } from '@/components/account/application-list'
import { InvitationList } from '@/components/members/invitation-list'
import { InviteForm } from '@/components/members/invite-form'
import { MemberList } from '@/components/members/member-list'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { Section } from '@/components/ui/section'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { readInvitations } from '@/lib/accounts/invitations/list'
import { readMembers } from '@/lib/accounts/members/list'
import { atLeast, mayChange, roles } from '@/lib/accounts/members/roles'
import { readGrants } from '@/lib/accounts/oauth/list-grants'
import { plural } from '@/lib/core/format'
import { pageOf, toSearchParams } from '@/lib/http/search-params'
import { changeMemberRole, invite, remove, revoke, revokeApplication } from './actions'

export const metadata: Metadata = { title: 'Members' }

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export default organizationPage(MembersPage)

async function MembersPage({ params, searchParams }: Props) {
  const { user, organization, role } = await pageMember(params)
  const manages = atLeast(role, 'manager')
  const query = toSearchParams(await searchParams)
  const { rows: members, total, page, pages, owners } = await readMembers(organization.id, pageOf(query))
  const [invitations, grants] = await Promise.all([
    manages ? readInvitations(organization.id, pageOf(query, 'invitations')) : null,
    manages ? readGrants(organization.id, pageOf(query, 'applications')) : null,
  ])
  const now = new Date()
  const { slug, name, timeZone } = organization
  return (
    <>
      <Section
        id="members"
        lead={`${plural(total, 'person', 'people')}. ${manages ? '' : 'Owners and managers invite others. '}Times in ${timeZone}.`}
        title="Members"
      >
        <MemberList
          changeRole={changeMemberRole}
          members={members}
          now={now}
          organization={{ slug, name, timeZone }}
          owners={owners}
          remove={remove}
          viewer={{ userId: user.id, role }}
        />
        <NumberedPager
          after="Next"
          before="Previous"
          page={page}
          pages={pages}
          to={(number) => `/${slug}/settings/members?page=${number}`}
        />
      </Section>
      {manages && (
        <Section
          id="invitations"
          lead="Members see everything and change nothing but the state of risk signals. Managers look after keys and members; owners can also manage other owners. Leadline sends no mail: you get a link to pass on."
          title="Invite someone"
        >
          <InviteForm
            action={invite}
            choices={roles.filter((choice) => mayChange(role, null, choice))}
            organization={slug}
          />
          {invitations && invitations.total > 0 && (
            <>
              <InvitationList
                invitations={invitations.rows}
                now={now}
                organization={{ slug, timeZone }}
                revoke={revoke}
                viewerRole={role}
              />
              <NumberedPager
                after="Next"
                before="Previous"
                page={invitations.page}
                pages={invitations.pages}
                to={(number) => `/${slug}/settings/members?invitations=${number}#invitations`}
              />
            </>
          )}
        </Section>
      )}
      {grants && grants.total > 0 && (
        <Section
          id="applications"
          lead="They may read this organization for a member, as that member sees it, until the member leaves."
          title="Applications"
        >
          <ApplicationList
            grants={grants.rows}
            now={now}
            organization={slug}
            revoke={revokeApplication}
            timeZone={timeZone}
          />
          <NumberedPager
            after="Next"
            before="Previous"
            page={grants.page}
            pages={grants.pages}
            to={(number) => `/${slug}/settings/members?applications=${number}#applications`}
          />
        </Section>
      )}
    </>
  )
}
