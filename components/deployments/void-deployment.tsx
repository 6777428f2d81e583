'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'
import { ReasonField } from './reason-field'

type Props = { action: FormAction; organization: string; id: number; shipped: string | null }

/** Asks why before a deployment is taken out of all numbers. */
export function VoidDeployment({ action, organization, id, shipped }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Voiding…"
      danger
      hidden={{ organization, deployment: id }}
      open="Void…"
      openLabel="Void this deployment"
      submit="Void deployment"
      title="Void this deployment?"
    >
      {({ reason }) => (
        <>
          <p className="text-sm leading-relaxed text-muted">
            It stays in the history, struck through, and counts in no number any more.
            {shipped && ` What it shipped (${shipped}) goes to the next deployment that contains it.`} You can restore
            it later.
          </p>
          <ReasonField error={reason} id="void-reason" />
        </>
      )}
    </DialogForm>
  )
}
