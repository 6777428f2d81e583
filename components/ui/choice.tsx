import type { ComponentProps } from 'react'
import { controlClass } from './field'

/** One of the values that a filter can have. */
export type ChoiceOption = { value: string; label: string }

type Props = Omit<ComponentProps<'select'>, 'children'> & {
  'aria-label': string
  defaultValue: string
  /** What the choice of none of them is called. */
  all: string
  options: readonly ChoiceOption[]
}

/** A filter by one of some values, or by none. A value that is not among them stays chosen: an address may have it. */
export function Choice({ all, options, ...select }: Props) {
  const known = options.some(({ value }) => value === select.defaultValue)
  return (
    <select className={controlClass} {...select}>
      <option value="">{all}</option>
      {!known && select.defaultValue && <option value={select.defaultValue}>{select.defaultValue}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Options that are called what they are. */
export function optionsOf(values: readonly string[]): ChoiceOption[] {
  return values.map((value) => ({ value, label: value }))
}
