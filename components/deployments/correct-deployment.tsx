'use client'

import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
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

/** Sets service and environment of a deployment right, with what was sent beside them. */
export function CorrectDeployment({ action, organization, deployment, sent }: Props) {
  const { form, state, send } = useClosingForm(action)
  const errors = state.status === 'refused' ? state.fields : {}
  return (
    <Dialog
      open="Edit service and environment…"
      openLabel="Edit service and environment"
      openLook="quiet"
      title="Edit service and environment"
    >
      <form action={send} className="flex flex-col gap-5" ref={form}>
        <FormMessage state={state} />
        <input name="organization" type="hidden" value={organization} />
        <input name="deployment" type="hidden" value={deployment.id} />
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
        <div className="flex">
          <SubmitButton busy="Correcting…">Correct deployment</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
