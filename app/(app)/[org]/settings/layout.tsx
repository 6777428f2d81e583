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
      <nav
        aria-label="Settings"
        className="-mx-1 -mt-1 flex gap-1 overflow-x-auto px-1 pt-1 pb-px shadow-[inset_0_-1px_var(--line)] sm:gap-6"
      >
        <NavLink href={`${base}/deployments`} look="tab">
          Deployments
        </NavLink>
        <NavLink href={`${base}/repositories`} look="tab">
          Repositories
        </NavLink>
        <NavLink href={`${base}/members`} look="tab">
          Members
        </NavLink>
        <NavLink href={`${base}/risk`} look="tab">
          Risk
        </NavLink>
        <NavLink href={`${base}/notifications`} look="tab">
          Notifications
        </NavLink>
        <NavLink href={`${base}/assistants`} look="tab">
          Assistants
        </NavLink>
        <NavLink href={`${base}/plan`} look="tab">
          Plan
        </NavLink>
        {atLeast(role, 'manager') && (
          <NavLink href={`${base}/audit`} look="tab">
            Audit
          </NavLink>
        )}
      </nav>
      <div className="flex flex-col gap-10 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
        {children}
      </div>
    </>
  )
}
