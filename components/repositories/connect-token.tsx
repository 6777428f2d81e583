'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
import type { Host } from '@/lib/generated/prisma/enums'
import { hostNames } from '@/lib/hosts/host-names'
import { KeptTextField } from './kept-field'

type Props = {
  action: FormAction
  organization: string
  host: Host
  defaultBaseUrl: string
}

const tokens: Record<Host, { kind: string; needs: string; placeholder: string }> = {
  github: {
    kind: 'Fine-grained token',
    needs:
      'With read access to metadata, contents and pull requests of the repositories; to deployments as well if those are to be taken.',
    placeholder: 'github_pat_…',
  },
  gitlab: {
    kind: 'Access token',
    needs: 'Of a group, a project or a person, with the scope read_api.',
    placeholder: 'glpat-…',
  },
}

/** Connects a host through an access token. */
export function ConnectToken({ action, organization, host, defaultBaseUrl }: Props) {
  const { form, state, send } = useClosingForm(action)
  const word = hostNames[host]
  const { kind, needs, placeholder } = tokens[host]
  const fields = state.status === 'refused' ? state.fields : {}
  return (
    <Dialog open={`Use a ${word} token`} title={`Connect ${word} with a token`}>
      <form action={send} className="flex flex-col gap-5" key={state.status === 'done' ? 'done' : 'open'} ref={form}>
        <input name="organization" type="hidden" value={organization} />
        <input name="host" type="hidden" value={host} />
        <KeptTextField
          autoComplete="off"
          error={fields.token}
          hint={needs}
          id={`token-${host}`}
          label={kind}
          name="token"
          placeholder={placeholder}
          required
          type="password"
        />
        <KeptTextField
          autoComplete="off"
          error={fields.baseUrl}
          hint={`For a host of your own. Blank is ${defaultBaseUrl}.`}
          id={`base-url-${host}`}
          label="Address of the host"
          name="baseUrl"
          placeholder={defaultBaseUrl}
          type="url"
        />
        <p className="text-sm leading-relaxed text-muted">
          It is stored encrypted, and only used to read. {word} is asked at once whether it works.
        </p>
        {!fields.token && !fields.baseUrl && <FormMessage state={state} />}
        <div className="flex">
          <SubmitButton busy={`Asking ${word}…`}>Connect {word}</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
