import { KeptTextField } from '@/components/ui/kept-field'
import { teamsLeftOutText } from '@/lib/core/format'
import type { DestinationKind } from '@/lib/generated/prisma/enums'
import { topics } from '@/lib/notifications/topics'
import { CheckList } from './check-list'
import { DigestTime } from './digest-time'
import { kinds } from './kinds'

export type Offered = {
  services: { value: string; label: string }[]
  teams: string[]
  teamsLeftOut: number
  people: { userId: number; email: string; name: string | null }[]
  /** Of the organization. */
  timeZone: string
  /** Whether this server can send e-mail. */
  mail: boolean
}

/** What is chosen for a destination that exists. */
export type Chosen = {
  name: string
  topics: string[]
  services: string[]
  teams: string[]
  recipients: number[]
  digestWeekday: number | null
  digestHour: number | null
  host: string | null
}

type Props = {
  kind: DestinationKind
  /** Tells the fields of several forms of a page apart. */
  id: string
  offered: Offered
  /** Null for a new one. */
  chosen: Chosen | null
  problems: Record<string, string>
}

/** The fields of a destination: where it leads, and what is sent there. */
export function DestinationFields({ kind, id, offered, chosen, problems }: Props) {
  const { addressLabel, addressHint, placeholder } = kinds[kind]
  const { services, teams, teamsLeftOut, people } = offered
  return (
    <>
      <KeptTextField
        autoComplete="off"
        error={problems.name}
        id={`${id}-name`}
        initial={chosen?.name ?? ''}
        label="Name"
        maxLength={60}
        name="name"
        required
      />
      {kind === 'email' ? (
        <CheckList
          empty="No member has a confirmed address yet."
          hint="Members with a confirmed address. Who leaves the organization gets nothing any more."
          legend="Recipients"
          long
          options={people.map(({ userId, email, name }) => ({
            name: `recipient:${userId}`,
            label: name ? `${name} (${email})` : email,
            checked: chosen?.recipients.includes(userId) ?? false,
          }))}
        />
      ) : (
        <KeptTextField
          autoComplete="off"
          error={problems.url}
          hint={chosen ? `Blank keeps the one at ${chosen.host}.` : addressHint}
          id={`${id}-url`}
          label={addressLabel}
          maxLength={2000}
          name="url"
          placeholder={placeholder}
          required={chosen === null}
          type="url"
        />
      )}
      <CheckList
        legend="Send"
        options={topics.map(({ slug, title, hint }) => ({
          name: `topic:${slug}`,
          label: title,
          hint,
          checked: chosen?.topics.includes(slug) ?? true,
        }))}
      />
      <DigestTime
        hour={chosen?.digestHour ?? 9}
        id={id}
        timeZone={offered.timeZone}
        weekday={chosen ? chosen.digestWeekday : null}
      />
      {services.length > 0 && (
        <CheckList
          hint="None means all. What is about no service, such as refused posts, is then not sent."
          legend="Only these services"
          long
          options={withStored(services, chosen?.services ?? []).map(({ value, label }) => ({
            name: `service:${value}`,
            label,
            checked: chosen?.services.includes(value) ?? false,
          }))}
        />
      )}
      {teams.length > 0 && (
        <CheckList
          hint={teamsLeftOutText(teamsLeftOut)}
          legend="Only services of these teams"
          long
          options={[...new Set([...(chosen?.teams ?? []), ...teams])].map((team) => ({
            name: `team:${team}`,
            label: team,
            checked: chosen?.teams.includes(team) ?? false,
          }))}
        />
      )}
    </>
  )
}

/** With what was chosen and is not offered any more, so that saving keeps it. */
function withStored(offered: Offered['services'], stored: readonly string[]): Offered['services'] {
  const missing = stored.filter((key) => offered.every(({ value }) => value !== key))
  return [...missing.map((value) => ({ value, label: value })), ...offered]
}
