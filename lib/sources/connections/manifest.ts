/**
 * What a new GitHub App is to be like: it reads and changes nothing, and notifies the installation at `here` of what
 * happens. GitHub makes no app that would call a machine's own address: such an installation is not notified, and only
 * reads.
 */
export function manifestOf(here: string, webhookUrl: string, publicId: string): Record<string, unknown> {
  const reachable = !['localhost', '127.0.0.1', '[::1]'].includes(new URL(here).hostname)
  return {
    name: `Leadline ${publicId.slice(0, 6)}`,
    url: here,
    description: 'Ties deployments to the pull requests that they shipped.',
    public: false,
    redirect_url: `${here}/api/github/manifest`,
    setup_url: `${here}/api/github/installed`,
    setup_on_update: true,
    default_permissions: { contents: 'read', deployments: 'read', metadata: 'read', pull_requests: 'read' },
    ...(reachable && {
      hook_attributes: { url: webhookUrl, active: true },
      default_events: ['deployment_status', 'pull_request', 'push', 'repository'],
    }),
  }
}
