'use client'

import { useActionState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import type { Host } from '@/lib/generated/prisma/enums'
import type { WebhookSettings } from '@/lib/sources/connections/webhook-settings'
import { hostNames } from '@/lib/sources/hosts/host-names'

type Props = {
  action: FormAction<WebhookSettings>
  organization: string
  connection: { id: number; name: string; host: Host }
}

const where: Record<Host, string> = {
  github:
    'At GitHub, in the settings of the repository or the organization: Webhooks > Add webhook, content type application/json.',
  gitlab:
    'At GitLab, in the settings of the group or the project: Webhooks > Add new webhook, the secret as its secret token.',
}

/** What to enter at the host so that updates arrive at once. The secret comes on demand. */
export function ShowWebhook({ action, organization, connection }: Props) {
  const [state, send] = useActionState(action, idle)
  const { id, name, host } = connection
  return (
    <Dialog open="Webhook" openLabel={`Webhook of ${name}`} openLook="quiet" title={`Webhook for “${name}”`}>
      <p className="text-sm leading-relaxed">
        With a webhook, news of {hostNames[host]} arrive within seconds. Without one, repositories are read once an
        hour. {where[host]}
      </p>
      {state.status === 'done' ? (
        <Settings {...state.result} />
      ) : (
        <form action={send} className="flex flex-col items-start gap-4">
          <input name="organization" type="hidden" value={organization} />
          <input name="connectionId" type="hidden" value={id} />
          <FormMessage state={state} />
          <SubmitButton busy="Opening…" look="secondary">
            Show address and secret
          </SubmitButton>
        </form>
      )}
    </Dialog>
  )
}

function Settings({ url, secret, events }: WebhookSettings) {
  return (
    <div className="flex flex-col gap-5 text-sm">
      <Value label="Address" text={url} />
      <Value label="Secret" text={secret} />
      <div>
        <p className="text-muted">Events</p>
        <p>{events.join(', ')}</p>
      </div>
    </div>
  )
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">{label}</p>
      <code className="font-mono text-[0.8125rem] break-all select-all">{text}</code>
      <CopyButton label={`Copy ${label.toLowerCase()}`} text={text} />
    </div>
  )
}
