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

/** Services with their numbers; the whole row leads to a service, and column heads sort. */
export function ServiceTable<Row extends Named>(props: Props<Row>) {
  const { caption, what = services, name, columns, rows, isQuiet, sort, sortHref, hrefOf, onPhone } = props
  const head = [{ ...name, title: what.title, look: name.look ?? '' }, ...columns]
  return (
    <table className="service-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {head.map(({ title, below, look, sort: by }, index) => (
            <th
              aria-sort={by && (by === sort ? (by === 'name' ? 'ascending' : 'descending') : undefined)}
              className={[look, index === 0 && 'text-left', !by && 'as-cards:hidden'].filter(Boolean).join(' ')}
              key={title}
              scope="col"
            >
              {by ? <SortLink by={by} current={by === sort} href={sortHref(by)} title={title} /> : title}
              {below && <span className="block font-normal as-cards:hidden">{below}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={onPhone}>
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
    <Link data-row href={hrefOf(key)} prefetch={false}>
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
    <Link aria-current={current ? 'true' : undefined} href={href} prefetch={false} scroll={false}>
      {title}
      {current && <ArrowDown className={`size-3 ${by === 'name' ? 'rotate-180' : ''}`} />}
    </Link>
  )
}
