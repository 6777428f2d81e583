import { describe, expect, it } from 'vitest'
import { actionLabel, auditText } from './sentence'

const text = (action: string, subject: string, details: Record<string, unknown> | null = null) =>
  auditText({ action, subject, details })

describe('an entry of the audit log', () => {
  it.each([
    ['deployment.voided', 'gh-123', { reason: 'built by mistake' }, 'voided deployment gh-123: built by mistake'],
    ['api-key.generated', 'ci (ldl_…x7Qa)', { scope: 'read' }, 'generated API key ci (ldl_…x7Qa), scope read'],
    ['repository.connected', 'acme/api', null, 'connected repository acme/api'],
    [
      'repository.connected',
      'acme/api',
      { adopted: true, connection: 'acme' },
      'connected repository acme/api, adopted, connection acme',
    ],
    ['repository.created', 'acme/api', null, 'created repository acme/api'],
    [
      'repository.renamed',
      'acme/backend',
      { from: 'acme/api', to: 'acme/backend' },
      'renamed repository from acme/api to acme/backend',
    ],
    ['repository.connected', 'acme/api', { adopted: false }, 'connected repository acme/api'],
    [
      'repository.aliases-changed',
      'acme/api',
      { from: [], to: ['web', 'shop'] },
      'changed the aliases of acme/api from none to web, shop',
    ],
    [
      'repository.aliases-changed',
      'acme/api',
      { added: ['web', 'shop'], othersAdded: 95, removed: ['core'] },
      'changed the aliases of acme/api, added web, shop and 95 others, removed core',
    ],
    [
      'repository.aliases-changed',
      'acme/api',
      { removed: ['core'], othersRemoved: 1 },
      'changed the aliases of acme/api, removed core and 1 other',
    ],
    [
      'service-paths.set',
      'api in acme/mono',
      { from: [], to: ['api/**'] },
      'set the paths of api in acme/mono from none to api/**',
    ],
    ['service.team-set', 'api', { from: null, to: 'payments' }, 'set the team of api from none to payments'],
    ['member.invited', 'bo@acme.com', { role: 'manager' }, 'invited bo@acme.com as manager'],
    ['member.joined', 'bo@acme.com', { role: 'member' }, 'joined as member'],
    [
      'member.role-changed',
      'bo@acme.com',
      { from: 'member', to: 'owner' },
      'changed the role of bo@acme.com from member to owner',
    ],
    ['invitation.revoked', 'bo@acme.com', null, 'revoked the invitation of bo@acme.com'],
    ['organization.plan-set', 'Acme', { from: 'free', to: 'business' }, 'set the plan from free to business'],
    [
      'organization.production-names-set',
      'Acme',
      { from: ['production'], to: ['live', 'eu'] },
      'changed the production names from production to live, eu',
    ],
    [
      'deployment.corrected',
      'gh-123',
      { from: { service: null, environment: 'prod' }, to: { service: 'api', environment: 'prod' }, reason: 'typo' },
      'corrected deployment gh-123, service from none to api: typo',
    ],
  ])('%s reads as a sentence', (action, subject, details, expected) => {
    expect(text(action, subject, details)).toBe(expected)
  })

  it('of a kind without a sentence still reads', () => {
    expect(text('service-paths.changed', 'web', { globs: ['web/**', 'lib/**'], nested: { a: 1 } })).toBe(
      'changed service paths web, globs web/**, lib/**',
    )
    expect(actionLabel('strange')).toBe('strange')
  })

  it('has the first 200 characters of each value', () => {
    const entry = text('deployment.corrected', 'gh-123', {
      from: { service: 'x'.repeat(1_000) },
      to: { service: 'api' },
    })
    expect(entry).toContain(` from ${'x'.repeat(199)}… to api`)
  })
})
