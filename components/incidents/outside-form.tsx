'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import { KeptTextArea, KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'
import type { OutsideIncident } from '@/lib/deployments/incidents/outside/list'
import { localTimeOf } from '@/lib/time/local-time'

type Props = {
  action: FormAction
  organization: string
  timeZone: string
  /** The one that is changed; null for a new one. */
  incident: OutsideIncident | null
}

/** Records an incident, or changes one: resolves it, ties it to a deployment, and takes both back. */
export function OutsideForm({ action, organization, timeZone, incident }: Props) {
  const field = (name: string) => ({ id: `incident-${name.toLowerCase()}`, name, autoComplete: 'off' })
  const local = (instant: Date | null | undefined) => (instant ? localTimeOf(instant, timeZone) : '')
  return (
    <DialogForm
      action={action}
      busy={incident ? 'Saving…' : 'Recording…'}
      hidden={{ organization, ...(incident && { incident: incident.id }) }}
      open={incident ? 'Change' : 'Record an incident'}
      openLook={incident ? 'secondary' : 'primary'}
      submit={incident ? 'Save' : 'Record incident'}
      title={incident ? 'Change incident' : 'Record an incident'}
    >
      {(problems) => (
        <>
          <KeptTextField
            {...field('title')}
            error={problems.title}
            initial={incident?.title}
            label="Title"
            maxLength={200}
            required
          />
          <div className="flex flex-wrap gap-4">
            <KeptTextField
              {...field('openedAt')}
              className="min-w-40 flex-1"
              error={problems.openedAt}
              hint={`Time in ${timeZone}.`}
              initial={local(incident?.openedAt)}
              label="Opened"
              required
              type="datetime-local"
            />
            <KeptTextField
              {...field('resolvedAt')}
              className="min-w-40 flex-1"
              error={problems.resolvedAt}
              hint="Empty while it is open."
              initial={local(incident?.resolvedAt)}
              label="Resolved"
              type="datetime-local"
            />
          </div>
          <KeptTextField
            {...field('deploymentId')}
            error={problems.deploymentId}
            hint="ID of the deployment as its pipeline sent it, where one broke production: it then counts as failed. Empty for none."
            initial={incident?.deployment?.deploymentId}
            label="Deployment that caused it"
            maxLength={200}
          />
          <div className="flex flex-wrap gap-4">
            <KeptTextField
              {...field('service')}
              className="min-w-36 flex-1"
              error={problems.service}
              initial={incident?.service ?? ''}
              label="Service"
              maxLength={200}
            />
            <KeptTextField
              {...field('environment')}
              className="min-w-36 flex-1"
              error={problems.environment}
              initial={incident?.environment ?? ''}
              label="Environment"
              maxLength={200}
            />
          </div>
          <KeptTextField
            {...field('url')}
            error={problems.url}
            initial={incident?.url ?? ''}
            label="Link"
            maxLength={2048}
            type="url"
          />
          <KeptTextArea
            {...field('description')}
            error={problems.description}
            hint="What happened, what was done. Everyone in the organization reads it."
            initial={incident?.description ?? ''}
            label="Notes"
            maxLength={2000}
            rows={4}
          />
        </>
      )}
    </DialogForm>
  )
}
