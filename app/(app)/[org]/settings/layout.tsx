import type { ReactNode } from 'react'
import { NavLink } from '@/components/shell/nav-link'
import { PageHeader } from '@/components/ui/page-header'
import { pageMember } from '@/lib/auth/page-member'

type Props = { children: ReactNode; params: Promise<{ org: string }> }

export default async function SettingsLayout({ children, params }: Props) {
  const { organization } = await pageMember(params)
  const base = `/${organization.slug}/settings`
  return (
    <>
      <PageHeader title="Settings" />
      <nav aria-label="Settings" className="flex gap-6 border-b border-line">
        <NavLink href={`${base}/deployments`} look="tab">
          Deployments
        </NavLink>
        <NavLink href={`${base}/members`} look="tab">
          Members
        </NavLink>
      </nav>
      <div className="flex flex-col gap-10 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
        {children}
      </div>
    </>
  )
}
