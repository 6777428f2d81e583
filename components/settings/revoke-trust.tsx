'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { TrustSummary } from '@/lib/accounts/trusted-pipelines/list'
import type { FormAction } from '@/lib/core/action-state'

type Props = { organization: string; trust: Pick<TrustSummary, 'id' | 'repository'>; action: FormAction }

/** Asks before it revokes, and says what follows. */
export function RevokeTrust({ organization, trust: { id, repository }, action }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Revoking…"
      danger
      hidden={{ organization, trustId: id }}
      open="Revoke"
      openLabel={`Revoke ${repository}`}
      submit="Revoke trust"
      title={`Stop trusting ${repository}?`}
    >
      <p className="text-sm leading-relaxed">
        Its pipelines will get 401 from the next request on, unless another entry trusts them. To trust it again, add it
        again.
      </p>
    </DialogForm>
  )
}
