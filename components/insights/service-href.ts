/** The page of a service; `query` has the days of a report. */
export function serviceHref(organization: string, service: string, query: string): string {
  return `/${organization}/services/${encodeURIComponent(service)}${query}`
}
