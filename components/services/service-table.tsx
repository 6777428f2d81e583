import type { ReactNode } from 'react'
import { ArrowDown } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import type { ServiceRow, ServiceSort } from '@/lib/insights/services/rows'

type Named = Pick<ServiceRow, 'key' | 'name'>

export type ServiceColumn<Row extends Named> = {
  title: string
  /** Said below the title, where there is room. */
  below?: string
  /** Said next to the title in a cell on a phone. */
  detail?: string
  /** Width and alignment in a table. */
  look: string
  /** What a click on its title sorts by. */
  sort?: ServiceSort
  /** Instead of the title in the cell of a quiet service on a phone, where all that have none are left out. */
  quietTitle?: string
  /** A drawing as wide as its cell, which needs no title. */
  isDrawn?: true
  cell: (row: Row) => ReactNode
}

type Props<Row extends Named> = {
  caption: string
  /** What rows are, and what one without a name is called, where they are not services. */
  what?: { title: string; without: string }
  /** Of the name, with what is said below each of them. */
  name: Omit<ServiceColumn<Row>, 'title' | 'look'> & { look?: string }
  columns: readonly ServiceColumn<Row>[]
  rows: readonly Row[]
  /** Whether nothing of a service was deployed: on a phone it is a line. */
  isQuiet?: (row: Row) => boolean
  sort: ServiceSort
  /** The address of this list in another order. */
  sortHref: (sort: ServiceSort) => string
  hrefOf: (service: string) => string
  /** How cells stand on a phone. */
  onPhone: string
}

const services = { title: 'Service', without: 'Without a service' }

const headCell =
  'sticky top-0 z-10 bg-paper py-2 pr-5 align-top text-xs font-medium text-muted shadow-[inset_0_-1px_var(--line)] last:pr-0 max-lg:static max-lg:w-auto max-lg:p-0 max-lg:shadow-none'
/** Said once, for all rows and cells. */
const bodyLooks = [
  '*:relative *:hover:bg-raised *:has-[a[data-row]:focus-visible]:bg-raised max-lg:block max-lg:*:grid max-lg:*:gap-x-4 max-lg:*:gap-y-2 max-lg:*:border-t max-lg:*:border-line max-lg:*:py-3',
  'max-lg:*:data-quiet:flex max-lg:*:data-quiet:flex-wrap max-lg:*:data-quiet:justify-between max-lg:*:data-quiet:gap-y-0',
  '[&_:is(td,th)]:min-w-0 [&_:is(td,th)]:border-t [&_:is(td,th)]:border-line [&_:is(td,th)]:py-3 [&_:is(td,th)]:pr-5 [&_:is(td,th)]:align-top [&_:is(td,th)]:last:pr-0 max-lg:[&_:is(td,th)]:border-t-0 max-lg:[&_:is(td,th)]:p-0',
  '[&_th]:text-left [&_th]:font-normal max-lg:[&_th]:col-span-full max-lg:[&_th]:flex max-lg:[&_th]:flex-wrap max-lg:[&_th]:gap-x-3',
  '[&_td]:whitespace-nowrap [&_td]:tabular-nums lg:[&_td]:text-right max-lg:[&_tr[data-quiet]>td:not([data-quiet])]:hidden',
  '[&_td[data-quiet]]:items-baseline [&_td[data-quiet]]:gap-x-2 max-lg:[&_tr[data-quiet]>td]:flex',
  '[&_td>small]:block [&_td>small]:text-xs [&_td>small]:whitespace-normal [&_td>small]:text-muted lg:[&_td>small]:hidden',
  '[&_td>div]:flex [&_td>div]:items-end [&_td>div]:gap-x-2 max-lg:[&_td>div]:flex-wrap lg:[&_td>div]:flex-col',
].join(' ')

/** Services with their numbers; the whole row leads to a service, and column heads sort. */
export function ServiceTable<Row extends Named>(props: Props<Row>) {
  const { caption, what = services, name, columns, rows, isQuiet, sort, sortHref, hrefOf, onPhone } = props
  const head = [{ ...name, title: what.title, look: name.look ?? '' }, ...columns]
  return (
    <table className="w-full border-collapse text-sm leading-snug max-lg:block lg:table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-lg:block max-lg:pb-3">
        <tr className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-4 max-lg:gap-y-1">
          {head.map(({ title, below, look, sort: by }, index) => (
            <th
              aria-sort={by && (by === sort ? (by === 'name' ? 'ascending' : 'descending') : undefined)}
              className={`${headCell} ${look} ${index === 0 ? 'text-left' : ''} ${by ? '' : 'max-lg:hidden'}`}
              key={title}
              scope="col"
            >
              {by ? <SortLink by={by} current={by === sort} href={sortHref(by)} title={title} /> : title}
              {below && <span className="block font-normal max-lg:hidden">{below}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={`${bodyLooks} ${onPhone}`}>
        {rows.map((row) => (
          <tr className="group" data-quiet={isQuiet?.(row) || undefined} key={row.key ?? ''}>
            <th scope="row">
              <Name hrefOf={hrefOf} row={row} without={what.without} />
              {name.cell(row)}
            </th>
            {columns.map((column) => (
              <Cell column={column} key={column.title} quiet={isQuiet?.(row) ?? false}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type NameProps = { row: Named; without: string; hrefOf: (service: string) => string }

function Name({ row: { key, name }, without, hrefOf }: NameProps) {
  if (key === null) return <span className="font-medium text-muted">{without}</span>
  return (
    <Link
      className="font-medium wrap-anywhere after:absolute after:inset-0"
      data-row
      href={hrefOf(key)}
      prefetch={false}
    >
      <span className="line-clamp-3">{name}</span>
    </Link>
  )
}

type CellProps = {
  column: Pick<ServiceColumn<Named>, 'title' | 'detail' | 'quietTitle' | 'isDrawn'>
  quiet: boolean
  children: ReactNode
}

/** A number, and a word about it below, on a phone next to it and under its title. */
function Cell({ column: { title, detail, quietTitle, isDrawn }, quiet, children }: CellProps) {
  if (isDrawn) return <td className="text-left!">{children}</td>
  return (
    <td data-quiet={quietTitle && ''}>
      <small>
        <span>{quiet ? quietTitle : title}</span> {detail}
      </small>
      <div>{children}</div>
    </td>
  )
}

type SortLinkProps = { by: ServiceSort; current: boolean; href: string; title: string }

function SortLink({ by, current, href, title }: SortLinkProps) {
  return (
    <Link
      aria-current={current ? 'true' : undefined}
      className="inline-flex items-center gap-1 underline-offset-4 hover:text-ink hover:underline aria-[current]:text-ink max-lg:py-1.5"
      href={href}
      prefetch={false}
      scroll={false}
    >
      {title}
      {current && <ArrowDown className={`size-3 ${by === 'name' ? 'rotate-180' : ''}`} />}
    </Link>
  )
}
