import { expect, it } from 'vitest'
import { manifestOf } from './manifest-form'

const webhookUrl = 'https://dora.acme.example/api/webhooks/github?connection=a-b_c4567890abcd'

it('reads, changes nothing, and calls back', () => {
  expect(manifestOf('https://dora.acme.example', webhookUrl, 'a-b_c4567890abcd')).toEqual({
    name: 'Leadline a-b_c4',
    url: 'https://dora.acme.example',
    description: 'Ties deployments to the pull requests that they shipped.',
    public: false,
    redirect_url: 'https://dora.acme.example/api/github/manifest',
    setup_url: 'https://dora.acme.example/api/github/installed',
    setup_on_update: true,
    default_permissions: { contents: 'read', deployments: 'read', metadata: 'read', pull_requests: 'read' },
    hook_attributes: { url: webhookUrl, active: true },
    default_events: ['deployment_status', 'pull_request', 'push', 'repository'],
  })
})

it('does not call a machine that GitHub cannot reach', () => {
  const manifest = manifestOf('http://localhost:3000', webhookUrl, 'x')
  expect(manifest).not.toHaveProperty('hook_attributes')
  expect(manifest).not.toHaveProperty('default_events')
})
