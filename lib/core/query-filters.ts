import { z } from 'zod'
import { AppError } from './errors'
import { isStorable } from './storable-text'

/** A parameter of an address that was not understood, and why: `must be one of live, open`. */
export type FilterProblem<Name extends string> = { name: Name; message: string }

type Schemas = Record<string, z.ZodType>

export type FiltersOf<S extends Schemas> = { [Name in keyof S]?: z.output<S[Name]> }

/** One of some words. */
export const oneOf = <Word extends string>(words: readonly Word[]) =>
  z.enum(words as [Word, ...Word[]], words.length > 1 ? `must be one of ${words.join(', ')}` : `must be ${words[0]}`)

/** A text that the database can look for. */
export const searchable = (maxLength: number, holder: 'deployment' | 'pull request' | 'name') =>
  z
    .string()
    .max(maxLength, `may have at most ${maxLength.toLocaleString('en')} characters`)
    .refine(isStorable, `contains a character that no ${holder} has`)

/** Reads filters from a query string. Blank ones count as not given; what cannot be understood is left out and named. */
export function readFilters<S extends Schemas>(
  schemas: S,
  params: URLSearchParams,
): { filters: FiltersOf<S>; problems: FilterProblem<keyof S & string>[] } {
  const filters: FiltersOf<S> = {}
  const problems: FilterProblem<keyof S & string>[] = []
  for (const name of Object.keys(schemas) as (keyof S & string)[]) {
    const given = params.get(name)
    if (!given?.trim()) continue
    const result = schemas[name]?.safeParse(given)
    if (result?.success) filters[name] = result.data as z.output<S[typeof name]>
    else problems.push({ name, message: result?.error.issues[0]?.message ?? 'is not valid' })
  }
  return { filters, problems }
}

/** Throws `invalid` for the first of some filters that was not understood. */
export function refuseProblems([problem]: readonly FilterProblem<string>[]): void {
  if (problem) throw new AppError('invalid', `${problem.name} ${problem.message}`)
}

/** What was given of some inputs, as an address has it. */
export function paramsOf(given: { [name: string]: string | undefined }): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) params.set(name, value)
  return params
}

/** The query string of filters in the order of `names`: "?state=live&q=login", "" for none. */
export function queryOf<Name extends string>(
  names: readonly Name[],
  filters: { [N in Name]?: string | null | undefined },
): string {
  const params = new URLSearchParams()
  for (const name of names) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  return params.size > 0 ? `?${params}` : ''
}
