'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'
import { ReasonField } from './reason-field'

type Props = { action: FormAction; organization: string; id: number }

/** Asks why before a void deployment counts again. */
export function RestoreDeployment({ action, organization, id }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Restoring…"
      hidden={{ organization, deployment: id }}
      open="Restore…"
      openLabel="Restore this deployment"
      submit="Restore deployment"
      title="Restore this deployment?"
    >
      {({ reason }) => (
        <>
          <p className="text-sm leading-relaxed text-muted">
            It counts again in every number, with what was reported meanwhile, and takes back the pull requests that
            other deployments took over.
          </p>
          <ReasonField error={reason} id="restore-reason" />
        </>
      )}
    </DialogForm>
  )
}
