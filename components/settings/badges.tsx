import { ButtonForm } from '@/components/ui/button-form'
import { Snippet } from '@/components/ui/snippet'
import type { FormAction } from '@/lib/core/action-state'

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
  return (
    <div className="flex flex-col gap-3">
      {on && (
        <p className="max-w-2xl text-sm leading-relaxed text-muted">
          Turned off, these addresses stop working, in caches within five minutes. Turned on again, there are new ones.
        </p>
      )}
      <ButtonForm action={action} busy="Saving…" hidden={{ organization, badges: on ? 'off' : 'on' }}>
        {on ? 'Turn badges off' : 'Turn badges on'}
      </ButtonForm>
    </div>
  )
}
