/** The kinds of addresses that requests are counted by, and what their addresses begin with or hold. */
const classes: readonly [name: string, address: RegExp][] = [
  ['events', /^\/api\/webhooks\/deployments\/?(?:\?|$)/],
  ['batches', /^\/api\/webhooks\/deployments\//],
  ['host-webhooks', /^\/api\/webhooks\//],
  ['probes', /^\/(?:healthz|readyz|api\/health)\/?(?:\?|$)/],
  ['sign-in', /^\/(?:api\/auth|oauth|sign-in|setup|invite|\.well-known)(?:\/|\?|$)/],
  ['mcp', /^\/mcp\/?(?:\?|$)/],
  ['api', /^\/api\//],
  ['files', /^\/(?:_next\/|[^/?]*\.)/],
  ['updates', /^[^?]*\/version(?:\?|$)/],
  ['downloads', /^[^?]*\/csv(?:\?|$)/],
]

/** Which kind of address a request is for: one of a dozen, whatever it says. */
export function classOfRoute(url: string): string {
  return classes.find(([, address]) => address.test(url))?.[0] ?? 'pages'
}
