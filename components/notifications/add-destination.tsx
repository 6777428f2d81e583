'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'
import { DestinationKind } from '@/lib/generated/prisma/enums'
import type { CreatedDestination } from '@/lib/notifications/destinations/create'
import { DestinationFields, type Offered } from './destination-fields'
import { kinds } from './kinds'
import { NewSecret } from './new-secret'

type Props = { action: FormAction<CreatedDestination>; organization: string; offered: Offered }

/** A button for each kind of destination. What signs a webhook is shown once it is added, and never again. */
export function AddDestination({ action, organization, offered }: Props) {
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="flex flex-wrap gap-2">
        {(['email', 'slack', 'teams', 'webhook'] as const)
          .filter((kind) => kind !== DestinationKind.email || offered.mail)
          .map((kind) => (
            <DialogForm
              action={action}
              busy="Adding…"
              done={({ name, signingSecret }) =>
                signingSecret && <NewSecret name={name} signingSecret={signingSecret} />
              }
              hidden={{ organization, kind }}
              key={kind}
              open={kinds[kind].add}
              openLook="secondary"
              submit="Add destination"
              title={kinds[kind].add}
            >
              {(problems) => (
                <DestinationFields chosen={null} id={`add-${kind}`} kind={kind} offered={offered} problems={problems} />
              )}
            </DialogForm>
          ))}
      </div>
      {!offered.mail && (
        <p className="max-w-2xl text-sm leading-relaxed text-muted">
          This server sends no e-mail: its operator has to set <code className="font-mono">SMTP_URL</code> and{' '}
          <code className="font-mono">MAIL_FROM</code>.
        </p>
      )}
    </div>
  )
}
