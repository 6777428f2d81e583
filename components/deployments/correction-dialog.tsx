'use client'

import type { ReactNode } from 'react'
import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'
import { ReasonField } from './reason-field'

type Props = {
  action: FormAction
  organization: string
  deployment: number
  /** One word for what is done, and what its buttons and its question say. */
  name: string
  openLabel: string
  submit: string
  busy: string
  danger?: boolean
  children: ReactNode
}

/** Asks why before something about a deployment is corrected. */
export function CorrectionDialog({ organization, deployment, name, openLabel, children, ...rest }: Props) {
  return (
    <DialogForm
      {...rest}
      hidden={{ organization, deployment }}
      open={`${name}…`}
      openLabel={openLabel}
      title={`${openLabel}?`}
    >
      {({ reason }) => (
        <>
          <p className="text-sm leading-relaxed text-muted">{children}</p>
          <ReasonField error={reason} id={`${name.toLowerCase().replaceAll(' ', '-')}-reason`} />
        </>
      )}
    </DialogForm>
  )
}
