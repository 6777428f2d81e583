import type { ReactNode } from 'react'
import { refusable } from '@/app/refusable'
import { NavLink } from '@/components/shell/nav-link'
import { PageHeader } from '@/components/ui/page-header'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'

type Props = { children: ReactNode; params: Promise<{ org: string }> }

export default refusable(SettingsLayout)

async function SettingsLayout({ children, params }: Props) {
  const { organization, role } = await pageMember(params)
  const base = `/${organization.slug}/settings`
  return (
    <>
      <PageHeader title="Settings" />
      <nav aria-label="Settings" className="tabs">
        <NavLink href={`${base}/deployments`}>Deployments</NavLink>
        <NavLink href={`${base}/repositories`}>Repositories</NavLink>
        <NavLink href={`${base}/members`}>Members</NavLink>
        <NavLink href={`${base}/risk`}>Risk</NavLink>
        <NavLink href={`${base}/goals`}>Goals</NavLink>
        <NavLink href={`${base}/calendar`}>Calendar</NavLink>
        <NavLink href={`${base}/notifications`}>Notifications</NavLink>
        <NavLink href={`${base}/assistants`}>Assistants</NavLink>
        <NavLink href={`${base}/plan`}>Plan</NavLink>
        {atLeast(role, 'manager') && <NavLink href={`${base}/audit`}>Audit</NavLink>}
      </nav>
      <noscript>
        <p className="border-l-2 border-strong-line bg-raised px-4 py-3 text-sm">
          Reading these pages works without JavaScript. To generate or revoke a key, and to change settings, turn it on,
          or use the command line: docs/command-line.md.
        </p>
      </noscript>
      <div className="flex flex-col gap-10 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
        {children}
      </div>
    </>
  )
}
