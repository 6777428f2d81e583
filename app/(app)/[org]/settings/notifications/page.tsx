import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { LockedPart } from '@/components/plan/locked'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { AlertsSection } from './alerts-section'
import { DestinationsSection } from './destinations-section'
import { LogSection } from './log-section'

export const metadata: Metadata = { title: 'Notifications' }

export default organizationPage(NotificationSettingsPage)

async function NotificationSettingsPage({ params }: { params: Promise<{ org: string }> }) {
  const { organization, role } = await pageMember(params)
  const now = new Date()
  const props = { organization, now, mayManage: atLeast(role, 'manager') }
  return (
    <>
      {!mayUse(organization, 'notifications', now) && (
        <LockedPart organization={organization.slug}>
          Notifications. Nothing is sent on this plan; destinations stay as they are.
        </LockedPart>
      )}
      <DestinationsSection {...props} />
      <AlertsSection {...props} />
      <LogSection {...props} />
    </>
  )
}
