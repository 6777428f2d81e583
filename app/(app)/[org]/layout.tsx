import type { ReactNode } from 'react'
import { refusable } from '@/app/refusable'
import { Hatches } from '@/components/charts/hatches'
import { Navigation } from '@/components/shell/navigation'
import { Shortcuts } from '@/components/shell/shortcuts'
import { TrialBanner } from '@/components/shell/trial-banner'
import { KeepFocus } from '@/components/ui/keep-focus'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import { viewQuery } from '@/lib/accounts/members/view'
import { trialOf } from '@/lib/accounts/plans/trial'
import { signOut } from '../sign-out'

type Props = { children: ReactNode; params: Promise<{ org: string }> }

export default refusable(OrganizationLayout, { alone: true })

async function OrganizationLayout({ children, params }: Props) {
  const { user, organization, view } = await pageMember(params)
  const organizations = await listMemberships(user.id)
  const queries = {
    reports: viewQuery(view),
    teams: viewQuery({ ...view, team: null }),
    pullRequests: viewQuery({ ...view, environment: null }),
  }
  const settingsPath = `/${organization.slug}/settings/deployments`
  return (
    <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        className="sr-only z-30 bg-paper px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        href="#content"
      >
        Skip to the content
      </a>
      <Navigation
        organization={choiceOf(organization)}
        organizations={organizations.map(choiceOf)}
        person={user.name ?? user.email}
        queries={queries}
        settingsPath={settingsPath}
        shortcuts={<Shortcuts queries={queries} settingsPath={settingsPath} slug={organization.slug} />}
        signOut={signOut}
      />
      <div className="min-w-0 pb-24 lg:pb-16 print:pb-0">
        <TrialBanner
          planPath={`/${organization.slug}/settings/plan`}
          timeZone={organization.timeZone}
          trial={trialOf(organization, new Date())}
        />
        <Hatches />
        <main
          className="mx-auto flex max-w-6xl flex-col gap-8 px-5 pt-8 sm:px-8 print:gap-4 print:p-0"
          id="content"
          tabIndex={-1}
        >
          {children}
          <KeepFocus />
        </main>
      </div>
    </div>
  )
}

/** An organization without what the switcher does not show: it is sent to the browser. */
function choiceOf({ slug, name }: { slug: string; name: string }) {
  return { slug, name }
}
