/** The query of a page as Next hands it over, the first value of each name; blank ones are left out. */
export function toSearchParams(query: Record<string, string | string[] | undefined>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first) params.set(name, first)
  }
  return params
}
