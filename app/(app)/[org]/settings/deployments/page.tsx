import { ApiKeys } from './api-keys'
import { HowToSend } from './how-to-send'
import { Events, type EventsQuery } from './events'
import { Try } from './try'
import { Environments } from './environments'
import { pageMember } from '@/lib/auth/page-member'

export const metadata = { title: 'Deployment settings' }

type Props = { params: Promise<{ org: string }>; searchParams: Promise<EventsQuery> }

export default async function DeploymentSettingsPage({ params, searchParams }: Props) {
  const member = await pageMember(params)
  return null
}
