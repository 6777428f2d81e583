import { Button } from '@/components/ui/button'
import { controlClass } from '@/components/ui/field'
import { FilterForm } from '@/components/ui/filter-form'
import { Link } from '@/components/ui/link'

type Props = { path: string; refusedOnly: boolean; text: string }

/** Which requests are listed; what is chosen stands in the URL. */
export function RecentEventsFilter({ path, refusedOnly, text }: Props) {
  const choices = [
    { title: 'All', events: '', current: !refusedOnly },
    { title: 'Refused only', events: 'refused', current: refusedOnly },
  ]
  return (
    <search className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="flex gap-1">
        {choices.map(({ title, events, current }) => (
          <Link
            aria-current={current ? 'true' : undefined}
            className="border-b-2 border-transparent px-2 py-1.5 text-sm font-medium text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            href={`${path}?${new URLSearchParams({ ...(events && { events }), ...(text && { text }) })}`}
            key={title}
            scroll={false}
          >
            {title}
          </Link>
        ))}
      </div>
      <FilterForm className="flex min-w-0 flex-1 gap-2 max-sm:basis-full" path={path}>
        {refusedOnly && <input name="events" type="hidden" value="refused" />}
        <input
          aria-label="Deployment id or request id"
          className={`${controlClass} sm:max-w-xs`}
          defaultValue={text}
          key={text}
          maxLength={200}
          name="text"
          placeholder="Deployment id or request id"
          type="search"
        />
        <Button type="submit">Find</Button>
      </FilterForm>
    </search>
  )
}
