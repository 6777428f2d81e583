'use client'

import { useActionState, useEffect, useState } from 'react'
import { NewPasswordField } from '@/components/account/new-password-field'
import { TimeZoneOptions } from '@/components/settings/time-zone-options'
import { SelectField, TextField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { suggestSlug } from '@/lib/accounts/organizations/suggest-slug'
import { idle } from '@/lib/core/action-state'
import { zoneNameOfToday } from '@/lib/time/zone-names'
import { setUpServer } from './actions'

/** The first organization and its owner. What was typed stays when something is refused. */
export function SetupForm({ token, zones }: { token: string; zones: readonly string[] }) {
  const [state, send] = useActionState(setUpServer, idle)
  const [organizationName, setOrganizationName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(zoneOfBrowser(zones)), [zones])
  const slug = ownSlug ?? suggestSlug(organizationName)
  const errors = state.status === 'refused' ? state.fields : {}
  return (
    <form action={send} className="flex flex-col gap-8">
      <input name="token" type="hidden" value={token} />
      {Object.keys(errors).length === 0 && <FormMessage state={state} />}
      <fieldset className="flex flex-col gap-5">
        <legend className="pb-4 text-lg leading-7 font-semibold tracking-tight">Organization</legend>
        <TextField
          autoComplete="organization"
          error={errors.organizationName}
          id="organization-name"
          label="Name"
          maxLength={100}
          name="organizationName"
          onChange={(event) => setOrganizationName(event.target.value)}
          placeholder="Acme"
          required
          value={organizationName}
        />
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          error={errors.slug}
          hint="Used in links and events."
          id="slug"
          label="Short name"
          maxLength={63}
          name="slug"
          onChange={(event) => setOwnSlug(event.target.value)}
          placeholder="acme"
          required
          spellCheck={false}
          value={slug}
        />
        <SelectField
          error={errors.timeZone}
          hint="Days and weeks of all metrics begin and end in it. Managers can change it."
          id="time-zone"
          label="Time zone"
          name="timeZone"
          onChange={(event) => setZone(event.target.value)}
          value={zone}
        >
          <TimeZoneOptions zones={zones} />
        </SelectField>
      </fieldset>
      <fieldset className="flex flex-col gap-5">
        <legend className="pb-4 text-lg leading-7 font-semibold tracking-tight">You, its owner</legend>
        <TextField
          autoComplete="name"
          error={errors.name}
          id="name"
          label="Your name"
          maxLength={100}
          name="name"
          onChange={(event) => setName(event.target.value)}
          required
          value={name}
        />
        <TextField
          autoComplete="username"
          error={errors.email}
          id="email"
          label="E-mail address"
          name="email"
          onChange={(event) => setEmail(event.target.value)}
          required
          type="email"
          value={email}
        />
        <NewPasswordField error={errors.password} id="password" label="Password" name="password" />
      </fieldset>
      <div className="flex">
        <SubmitButton busy="Setting up…">Set up</SubmitButton>
      </div>
    </form>
  )
}

/** That of the browser where it is one of those; Node and browsers may call one by an older name. */
function zoneOfBrowser(zones: readonly string[]): string {
  const zone = zoneNameOfToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zones.includes(zone) ? zone : 'UTC'
}
