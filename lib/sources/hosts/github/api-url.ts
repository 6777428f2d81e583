/** Where the REST interface of a GitHub is, by its web address: github.com, ghe.com or a server of one's own. */
export function githubApiUrl(baseUrl: string): string {
  const { origin, protocol, host } = new URL(baseUrl)
  if (host === 'github.com' || host.endsWith('.ghe.com')) return `${protocol}//api.${host}`
  return `${origin}/api/v3`
}
