import { Link } from '@/components/ui/link'
import { Missing, MissingNote } from '@/components/ui/missing'
import { exactText, valueText } from '@/lib/insights/metrics/value-text'
import {
  type HealthNumbers,
  type ServiceNumber,
  type ServiceNumberName,
  serviceNumbers,
} from '@/lib/insights/services/numbers'

type Props = {
  name: ServiceNumberName
  health: HealthNumbers | null
  /** Why there is none where that is the same for all services. */
  missing?: string | null
  /** Of the rows behind it; null where they cannot be selected. */
  href?: string | null
}

/** A number of a service, or a dash with the reason. */
export function ServiceNumberValue({ name, health, missing = null, href = null }: Props) {
  const { value: numberOf, unit }: ServiceNumber = serviceNumbers[name]
  const value = health && numberOf(health)
  if (value === null) return <Missing why={whyMissing(name, health, missing)} />
  const title = exactText(value, unit)
  if (href === null) return <span title={title}>{valueText(value, unit)}</span>
  return (
    <Link className="number-link" href={href} prefetch={false} title={title}>
      {valueText(value, unit)}
    </Link>
  )
}

type NoteProps = {
  names: readonly ServiceNumberName[]
  rows: readonly { health: HealthNumbers | null }[]
  missing?: string | null
}

/** Below a table of services: why there are dashes in it. */
export function MissingNumbersNote({ names, rows, missing = null }: NoteProps) {
  const whys = rows.flatMap(({ health }) =>
    names.flatMap((name) =>
      health === null || serviceNumbers[name].value(health) === null ? whyMissing(name, health, missing) : [],
    ),
  )
  return <MissingNote whys={whys} />
}

function whyMissing(name: ServiceNumberName, health: HealthNumbers | null, missing: string | null): string {
  const { whyMissing: whyOf }: ServiceNumber = serviceNumbers[name]
  return whyOf?.(health) ?? missing ?? 'Not enough data'
}
