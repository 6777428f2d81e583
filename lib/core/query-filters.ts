import type { z } from 'zod'

/** A parameter of an address that was not understood, and why: `must be one of live, open`. */
export type FilterProblem<Name extends string> = { name: Name; message: string }

type Schemas = Record<string, z.ZodType>

export type FiltersOf<S extends Schemas> = { [Name in keyof S]?: z.output<S[Name]> }

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
