import { organizationPage } from '@/app/organization-page'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { hasWebhookRequests } from '@/lib/deployments/request-log/list'
import { pageOf, toSearchParams } from '@/lib/http/search-params'
import { SetUpChecklist } from '../../set-up-checklist'
import { CountingSection } from './counting-section'
import { EventsSection } from './events-section'
import { KeysSection } from './keys-section'
import { ProductionSection } from './production-section'
import { SendSection } from './send-section'
import { TrustedSection } from './trusted-section'
import { TrySection } from './try-section'

export const metadata = { title: 'Deployment settings' }

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export default organizationPage(DeploymentSettingsPage)

async function DeploymentSettingsPage({ params, searchParams }: Props) {
  const { organization, role } = await pageMember(params)
  const query = await searchParams
  const mayManage = atLeast(role, 'manager')
  const now = new Date()
  const hasRequests = await hasWebhookRequests(organization.id)
  const events = (
    <EventsSection
      before={/^\d{1,18}$/.exec(textOf(query.before))?.[0] ?? null}
      now={now}
      organization={organization}
      refusedOnly={query.events === 'refused'}
      text={textOf(query.text).slice(0, 200)}
    />
  )
  return (
    <>
      {mayManage && <SetUpChecklist organization={organization} />}
      {hasRequests && events}
      <KeysSection
        mayManage={mayManage}
        now={now}
        organization={organization}
        page={pageOf(toSearchParams(query), 'keys')}
      />
      <TrustedSection
        mayManage={mayManage}
        now={now}
        organization={organization}
        page={pageOf(toSearchParams(query), 'trusted')}
      />
      <SendSection organization={organization} />
      {mayManage && <TrySection now={now} organization={organization} />}
      <ProductionSection mayManage={mayManage} organization={organization} />
      <CountingSection mayManage={mayManage} organization={organization} />
      {!hasRequests && events}
    </>
  )
}

function textOf(value: Query[string]): string {
  return typeof value === 'string' ? value : ''
}
