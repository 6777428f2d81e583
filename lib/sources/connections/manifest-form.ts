import { createHash } from 'node:crypto'
import { requireManagerOf } from '@/lib/accounts/members/manager'
import { baseUrl as here } from '@/lib/core/base-url'
import { escapeHtml } from '@/lib/core/escape-html'
import { newAppPage } from './github-urls'
import { readState } from './oauth-state'
import { webhookUrl } from './webhook-settings'

const submit = 'document.forms[0].submit()'
const submitHash = createHash('sha256').update(submit).digest('base64')

/**
 * The page that sends a browser on to GitHub with the manifest of a new app, and the policy that lets it do that and
 * nothing else. Throws as `readState` does, and `not_found` or `forbidden` for a person who is no longer a manager.
 */
export async function manifestForm(state: string | null, userId: number): Promise<{ html: string; policy: string }> {
  const { organizationId, publicId, baseUrl, owner } = await readState('manifest', state, userId)
  await requireManagerOf(organizationId, userId)
  const manifest = JSON.stringify(manifestOf(here(), webhookUrl('github', publicId), publicId))
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="strict-origin">
<title>On to GitHub</title>
<form method="post" action="${escapeHtml(newAppPage(baseUrl, owner, state ?? ''))}">
<input type="hidden" name="manifest" value="${escapeHtml(manifest)}">
<button>Continue at ${escapeHtml(new URL(baseUrl).host)}</button>
</form>
<script>${submit}</script>
</html>
`
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${submitHash}'`,
    `form-action ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, policy }
}

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
