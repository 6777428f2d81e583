import { ButtonForm } from '@/components/ui/button-form'
import { Link } from '@/components/ui/link'
import { type View, viewText } from '@/lib/accounts/members/view'
import type { FormAction } from '@/lib/core/action-state'
import { type MetricFilters, metricQuery } from '@/lib/insights/reports/filters'

type Props = {
  save: FormAction
  /** Its slug. */
  organization: string
  path: string
  filters: MetricFilters
  /** What the person has set. */
  view: View
}

const linkLook = 'text-muted underline underline-offset-4 hover:text-ink'

/** What a person begins with: sets it to what is chosen, takes it back, and leads to it and to everything. */
export function ViewLine({ save, organization, path, filters, view }: Props) {
  const chosen = { team: filters.team, environment: filters.environment }
  const isSet = view.team !== null || view.environment !== null
  const isChosen = chosen.team !== null || chosen.environment !== null
  const isView = isSet && view.team === chosen.team && view.environment === chosen.environment
  if (!isSet && !isChosen) return null
  const hrefOf = (changes: Partial<MetricFilters>) => `${path}${metricQuery(filters, changes)}`
  const hidden = (to: View) => ({ organization, team: to.team ?? '', environment: to.environment ?? '' })
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm print:hidden">
      {isView && <span>My view: {viewText(view)}</span>}
      {isSet && !isView && (
        <Link className={linkLook} href={hrefOf(view)} prefetch={false}>
          My view: {viewText(view)}
        </Link>
      )}
      {isChosen && (
        <Link className={linkLook} href={hrefOf({ team: null, environment: null })} prefetch={false}>
          Everything
        </Link>
      )}
      {isChosen && !isView && (
        <ButtonForm action={save} busy="Saving…" hidden={hidden(chosen)} look="quiet">
          Make this my view
        </ButtonForm>
      )}
      {isSet && (
        <ButtonForm action={save} busy="Removing…" hidden={hidden({ team: null, environment: null })} look="quiet">
          Remove my view
        </ButtonForm>
      )}
    </div>
  )
}
