/** The page on which a user installs an app, or changes what it reaches. */
export function installationPage(baseUrl: string, appSlug: string, state: string): string {
  const folder = isCloud(new URL(baseUrl).host) ? 'apps' : 'github-apps'
  return `${baseUrl}/${folder}/${appSlug}/installations/new?state=${encodeURIComponent(state)}`
}

/** The page that takes the manifest of a new app, for an organization or for the user who is signed in there. */
export function newAppPage(baseUrl: string, owner: string | null, state: string): string {
  const settings = owner === null ? 'settings' : `organizations/${owner}/settings`
  return `${baseUrl}/${settings}/apps/new?state=${encodeURIComponent(state)}`
}

function isCloud(host: string): boolean {
  return host === 'github.com' || host.endsWith('.ghe.com')
}
