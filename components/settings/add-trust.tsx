'use client'

import { useState } from 'react'
import { DialogForm } from '@/components/ui/dialog-form'
import { KeptSelectField, KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'

type Props = { organization: string; action: FormAction }

const texts = {
  github: {
    repository: 'Repository',
    repositoryHint: 'As owner/name, such as acme/api.',
    issuerHint: 'Blank for github.com. On GitHub Enterprise Server https://<host>/_services/token.',
  },
  gitlab: {
    repository: 'Project',
    repositoryHint: 'Its path, such as acme/platform/api.',
    issuerHint: 'Blank for gitlab.com. The address of a GitLab of your own, such as https://gitlab.example.com.',
  },
}

/** A button and its dialog: which repository to trust, and how far. */
export function AddTrust({ organization, action }: Props) {
  const [host, setHost] = useState<keyof typeof texts>('github')
  const words = texts[host]
  return (
    <DialogForm
      action={action}
      busy="Adding…"
      hidden={{ organization }}
      open="Add trusted pipeline"
      openLook="secondary"
      submit="Add trusted pipeline"
      title="Add trusted pipeline"
    >
      {(problems) => (
        <>
          <KeptSelectField
            id="trust-host"
            initial={host}
            label="CI system"
            name="host"
            onChoose={(value) => setHost(value === 'gitlab' ? 'gitlab' : 'github')}
          >
            <option value="github">GitHub Actions</option>
            <option value="gitlab">GitLab CI</option>
          </KeptSelectField>
          <KeptTextField
            autoComplete="off"
            error={problems.repository}
            hint={words.repositoryHint}
            id="trust-repository"
            label={words.repository}
            maxLength={255}
            name="repository"
            required
          />
          <KeptTextField
            autoComplete="off"
            error={problems.branch}
            hint="Its exact name, such as main. Blank for any branch or tag."
            id="trust-branch"
            label="Branch"
            maxLength={255}
            name="branch"
          />
          <KeptTextField
            autoComplete="off"
            error={problems.environment}
            hint="The environment of the job, such as production. Blank for any, and for none."
            id="trust-environment"
            label="Environment"
            maxLength={255}
            name="environment"
          />
          <KeptTextField
            autoComplete="off"
            error={problems.issuer}
            hint={words.issuerHint}
            id="trust-issuer"
            label="Issuer of the tokens"
            maxLength={200}
            name="issuer"
          />
        </>
      )}
    </DialogForm>
  )
}
