'use client'

import type { ButtonLook } from '@/components/ui/button'
import { DialogForm } from '@/components/ui/dialog-form'
import { KeptTextArea, KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'
import { plural } from '@/lib/core/format'
import type { Relinking } from '@/lib/deployments/production-names/save-production-names'
import type { Matches } from '@/lib/sources/repositories/count-matches'
import { Relinked } from './relinked'

export type SavedPaths = { relinking: Relinking; matches: Matches }

type Props = {
  action: FormAction<SavedPaths>
  organization: string
  repository: { id: number; fullName: string }
  /** Null for a service that is added. */
  paths: { service: string; globs: string[] } | null
  look?: ButtonLook
}

/** Where in a repository a service lives. */
export function EditPaths({ action, organization, repository: { id, fullName }, paths, look = 'quiet' }: Props) {
  const globs = paths?.globs.join('\n') ?? ''
  return (
    <DialogForm
      action={action}
      busy="Saving and linking again…"
      done={({ matches, relinking }) => <Relinked more={matchesSentence(matches)} relinking={relinking} />}
      hidden={{ organization, repositoryId: id, ...(paths && { service: paths.service }) }}
      open={paths ? 'Edit' : 'Add paths'}
      openLabel={paths ? `Edit paths of ${paths.service} in ${fullName}` : `Add paths of a service in ${fullName}`}
      openLook={look}
      submit="Save paths"
      title={paths ? `Paths of ${paths.service}` : `A service with its own paths in ${fullName}`}
    >
      {!paths && (
        <KeptTextField
          autoComplete="off"
          hint="As pipelines send it. From then on it means this repository."
          id={`service-${id}`}
          label="Service"
          maxLength={200}
          name="service"
          required
          spellCheck={false}
        />
      )}
      <KeptTextArea
        hint="One per line, from the root of the repository. services/api/** is all that is in a folder."
        id={`globs-${id}-${paths?.service ?? ''}`}
        initial={globs}
        key={globs}
        label="Paths"
        name="globs"
        placeholder="services/api/**"
        required
        rows={4}
        spellCheck={false}
      />
      <p className="text-sm leading-relaxed text-muted">
        Deployments of the service then link only pull requests that touch one of the paths, past deployments included.
      </p>
    </DialogForm>
  )
}

function matchesSentence({ matching, of }: Matches): string {
  if (of === 0) return 'The files of its pull requests are not known yet.'
  return `${matching} of the latest ${plural(of, 'pull request')} ${matching === 1 ? 'touches' : 'touch'} these paths.`
}
