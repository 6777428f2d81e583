import { organizationSection } from '@/app/organization-page'
import { AddDestination } from '@/components/notifications/add-destination'
import { DestinationList } from '@/components/notifications/destination-list'
import { EditDestination } from '@/components/notifications/edit-destination'
import { RemoveDestination } from '@/components/notifications/remove-destination'
import { ReplaceSecret } from '@/components/notifications/replace-secret'
import { TestDestination } from '@/components/notifications/test-destination'
import { ButtonForm } from '@/components/ui/button-form'
import { EmptyState } from '@/components/ui/empty-state'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { env } from '@/lib/core/env'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { type ListedDestination, listDestinations, listPossibleRecipients } from '@/lib/notifications/destinations/list'
import {
  addDestination,
  forgetDestination,
  pauseDestination,
  replaceSigningSecret,
  saveDestination,
  testDestination,
} from './actions'

type Props = { organization: Organization; mayManage: boolean; now: Date }

export const DestinationsSection = organizationSection(readDestinationsSection)

async function readDestinationsSection({ organization, mayManage, now }: Props) {
  const { id, slug, timeZone } = organization
  const destinations = await listDestinations(id)
  const { services, teams, teamsLeftOut } = await listFilterChoices(id)
  const people = await listPossibleRecipients(id)
  const offered = {
    services,
    teams: teams.map(({ value }) => value),
    teamsLeftOut,
    people,
    timeZone,
    mail: env().SMTP_URL !== undefined,
  }
  const actionsOf = (destination: ListedDestination) => {
    const props = { destination, organization: slug }
    return (
      <>
        <TestDestination {...props} action={testDestination} />
        <EditDestination {...props} action={saveDestination} offered={offered} />
        <PauseOrResume {...props} />
        {destination.kind === 'webhook' && <ReplaceSecret {...props} action={replaceSigningSecret} />}
        <RemoveDestination {...props} action={forgetDestination} />
      </>
    )
  }
  return (
    <Section
      id="destinations"
      lead="Where Leadline says what happened in production: once for each thing, within seconds. Addresses are stored encrypted and never shown again."
      title="Destinations"
    >
      {destinations.length === 0 ? (
        <EmptyState title="No destination yet">
          <p>
            {mayManage
              ? 'Add a channel, a webhook or people who get an e-mail, and send a test to see that it arrives.'
              : 'An owner or a manager can add a channel, a webhook or people who get an e-mail.'}
          </p>
        </EmptyState>
      ) : (
        <DestinationList
          actions={mayManage ? actionsOf : null}
          destinations={destinations}
          now={now}
          timeZone={timeZone}
        />
      )}
      {mayManage && <AddDestination action={addDestination} offered={offered} organization={slug} />}
    </Section>
  )
}

type PauseProps = { destination: ListedDestination; organization: string }

function PauseOrResume({ destination: { id, name, pausedAt }, organization }: PauseProps) {
  const paused = pausedAt !== null
  return (
    <ButtonForm
      action={pauseDestination}
      busy={paused ? 'Resuming…' : 'Pausing…'}
      hidden={{ organization, destinationId: id, paused: String(!paused) }}
      look={paused ? 'secondary' : 'quiet'}
    >
      {paused ? 'Resume' : 'Pause'}
      <span className="sr-only"> {name}</span>
    </ButtonForm>
  )
}
