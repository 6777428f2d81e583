'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import { KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'
import type { Host } from '@/lib/generated/prisma/enums'
import { hostNames } from '@/lib/sources/hosts/host-names'

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
  const word = hostNames[host]
  const { kind, needs, placeholder } = tokens[host]
  return (
    <DialogForm
      action={action}
      busy={`Checking with ${word}…`}
      hidden={{ organization, host }}
      open={`Use a ${word} token`}
      openLook="secondary"
      submit={`Connect ${word}`}
      title={`Connect ${word} with a token`}
    >
      {(fields) => (
        <>
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
            It is stored encrypted, and only used to read. Leadline checks with {word} at once whether it works.
          </p>
        </>
      )}
    </DialogForm>
  )
}
