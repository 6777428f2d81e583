'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import { TextField } from '@/components/ui/field'
import type { FormAction } from '@/lib/core/action-state'
import type { SentFields } from '@/lib/deployments/load-sent'
import { ReasonField } from './reason-field'

type Props = {
  action: FormAction
  organization: string
  deployment: SentFields & { id: number; serviceCorrection: string | null; environmentCorrection: string | null }
  sent: SentFields
}

const fields = [
  { name: 'service', label: 'Service', correction: 'serviceCorrection' },
  { name: 'environment', label: 'Environment', correction: 'environmentCorrection' },
] as const

/** Sets service and environment of a deployment right, with what was sent next to them. */
export function CorrectDeployment({ action, organization, deployment, sent }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Correcting…"
      hidden={{ organization, deployment: deployment.id }}
      open="Edit service and environment…"
      openLabel="Edit service and environment"
      submit="Correct deployment"
      title="Edit service and environment"
    >
      {(errors) => (
        <>
          <p className="text-sm leading-relaxed text-muted">
            What you enter wins over what the pipeline sent and still sends for this deployment. It is linked again.
          </p>
          {fields.map(({ name, label, correction }) => (
            <div className="flex flex-col gap-2" key={name}>
              <TextField
                autoComplete="off"
                defaultValue={deployment[name] ?? ''}
                hint={
                  <>
                    Sent: <span className="font-medium break-all text-ink">{sent[name] ?? 'nothing'}</span>
                  </>
                }
                id={`correct-${name}`}
                key={deployment[name]}
                label={label}
                maxLength={1_024}
                name={name}
                {...(errors[name] && { error: errors[name] })}
              />
              {deployment[correction] !== null && (
                <label className="flex items-baseline gap-2 text-sm">
                  <input className="translate-y-px accent-accent" name={`${name}AsSent`} type="checkbox" />
                  Use what was sent
                </label>
              )}
            </div>
          ))}
          <ReasonField error={errors.reason} id="correct-reason" />
        </>
      )}
    </DialogForm>
  )
}
