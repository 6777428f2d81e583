'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import { Snippet } from './snippet'

type Props = {
  organization: string
  /** Null while there are none. */
  token: string | null
  /** Where badges are, and where a click on one leads. */
  url: string
  page: string
  metrics: { slug: string; title: string }[]
  /** Null for who does not manage the organization. */
  action: FormAction | null
}

/** Turns badges on and off, and shows how to embed them. */
export function Badges({ organization, token, url, page, metrics, action }: Props) {
  return (
    <div className="flex w-full min-w-0 flex-col gap-5">
      {token === null ? (
        <p className="text-sm text-muted">
          {action ? 'Badges are off.' : 'Badges are off. An owner or a manager can turn them on.'}
        </p>
      ) : (
        <Snippet
          label="Markdown"
          text={metrics
            .map(({ slug, title }) => `[![${title}](${url}/${slug}?token=${token})](${page}/${slug})`)
            .join('\n')}
        />
      )}
      {action && <BadgesSwitch action={action} on={token !== null} organization={organization} />}
    </div>
  )
}

type SwitchProps = { action: FormAction; organization: string; on: boolean }

function BadgesSwitch({ action, organization, on }: SwitchProps) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="flex flex-col items-start gap-3">
      <input name="organization" type="hidden" value={organization} />
      <input name="badges" type="hidden" value={on ? 'off' : 'on'} />
      {on && (
        <p className="max-w-2xl text-sm leading-relaxed text-muted">
          Turned off, these addresses stop working, in caches within five minutes. Turned on again, there are new ones.
        </p>
      )}
      <SubmitButton busy="Saving…" look="secondary">
        {on ? 'Turn badges off' : 'Turn badges on'}
      </SubmitButton>
      <FormMessage state={state} />
    </form>
  )
}
