import { type ActionRow, unknownId } from './row'

const settings: Pick<ActionRow, 'file' | 'needs' | 'page' | 'outcome'> = {
  file: 'app/(app)/[org]/settings/deployments/actions.ts',
  needs: 'manager',
  page: ({ organization }) => `/${organization.slug}/settings/deployments`,
  outcome: 'done',
}

const corrections: Pick<ActionRow, 'file' | 'needs' | 'outcome' | 'unknownIds'> = {
  file: 'app/(app)/[org]/deployments/[id]/actions.ts',
  needs: 'manager',
  outcome: 'done',
  unknownIds: { deployment: unknownId },
}

export const deploymentRows: readonly ActionRow[] = [
  { ...settings, name: 'generateKey', fields: () => ({ name: 'another' }) },
  {
    ...settings,
    name: 'revokeKey',
    fields: ({ apiKeyId }) => ({ apiKeyId: String(apiKeyId) }),
    unknownIds: { apiKeyId: unknownId },
  },
  { ...settings, name: 'addTrust', fields: () => ({ host: 'github', repository: 'acme/web' }) },
  {
    ...settings,
    name: 'revokeTrust',
    fields: ({ trustId }) => ({ trustId: String(trustId) }),
    unknownIds: { trustId: unknownId },
  },
  { ...settings, name: 'sendTest', fields: () => ({}) },
  { ...settings, name: 'tryPayload', fields: () => ({ payload: '{}' }) },
  { ...settings, name: 'saveProductionNames', fields: () => ({ names: 'live' }) },
  { ...settings, name: 'saveTimeZone', fields: () => ({ timeZone: 'Asia/Tokyo' }) },
  {
    ...corrections,
    name: 'voidIt',
    page: ({ organization, deploymentId }) => `/${organization.slug}/deployments/${deploymentId}`,
    fields: ({ deploymentId }) => ({ deployment: String(deploymentId), reason: 'never live' }),
  },
  {
    ...corrections,
    name: 'restore',
    page: ({ organization, voidId }) => `/${organization.slug}/deployments/${voidId}`,
    fields: ({ voidId }) => ({ deployment: String(voidId), reason: 'it was live' }),
  },
  {
    ...corrections,
    name: 'fail',
    page: ({ organization, deploymentId }) => `/${organization.slug}/deployments/${deploymentId}`,
    fields: ({ deploymentId }) => ({ deployment: String(deploymentId), reason: 'it broke' }),
  },
  {
    ...corrections,
    name: 'dismiss',
    page: ({ organization, deploymentId }) => `/${organization.slug}/deployments/${deploymentId}`,
    fields: ({ deploymentId }) => ({ deployment: String(deploymentId) }),
  },
  {
    ...corrections,
    name: 'takeBack',
    page: ({ organization, markedId }) => `/${organization.slug}/deployments/${markedId}`,
    fields: ({ markedId }) => ({ deployment: String(markedId), reason: 'it did not break' }),
  },
  {
    ...corrections,
    name: 'correct',
    page: ({ organization, deploymentId }) => `/${organization.slug}/deployments/${deploymentId}`,
    fields: ({ deploymentId }) => ({
      deployment: String(deploymentId),
      service: 'web',
      environment: 'staging',
      reason: 'sent by mistake',
    }),
  },
]
