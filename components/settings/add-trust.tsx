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
    protectedHint: 'Those that a branch protection rule or a ruleset of the repository covers.',
    issuerHint: 'Blank for github.com. On GitHub Enterprise Server https://<host>/_services/token.',
  },
  gitlab: {
    repository: 'Project',
    repositoryHint: 'Its path, such as acme/platform/api.',
    protectedHint: 'Those that are protected in the settings of the project.',
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
            hint="Its exact name, such as main. With no branch and no tag here, any may post."
            id="trust-branch"
            label="Branch"
            maxLength={255}
            name="branch"
          />
          <KeptTextField
            autoComplete="off"
            error={problems.tag}
            hint="Instead of a branch: a tag, or a pattern such as v*, where * stands for any text."
            id="trust-tag"
            label="Tag"
            maxLength={255}
            name="tag"
          />
          <label className="flex items-start gap-3 text-sm leading-relaxed" htmlFor="trust-protected-only">
            <input
              className="mt-1 accent-accent"
              id="trust-protected-only"
              name="protectedOnly"
              onChange={({ target }) => {
                // A form that is refused is reset to this.
                target.defaultChecked = target.checked
              }}
              type="checkbox"
            />
            <span>
              Protected branches and tags only
              <span className="block text-muted">{words.protectedHint}</span>
            </span>
          </label>
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
