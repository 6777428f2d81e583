import type { DestinationKind } from '@/lib/generated/prisma/enums'

type Kind = { name: string; add: string; addressLabel: string; addressHint: string; placeholder: string }

/** The kinds of destinations in words; e-mail has no address. */
export const kinds: Record<DestinationKind, Kind> = {
  slack: {
    name: 'Slack',
    add: 'Add Slack',
    addressLabel: 'Address of the incoming webhook',
    addressHint: 'In Slack: create an app, turn on incoming webhooks, and add one to a channel.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  teams: {
    name: 'Microsoft Teams',
    add: 'Add Microsoft Teams',
    addressLabel: 'Address of the workflow',
    addressHint: 'In Teams: Workflows of the channel, “Send webhook alerts to a channel”.',
    placeholder: 'https://….api.powerplatform.com/…',
  },
  webhook: {
    name: 'Webhook',
    add: 'Add webhook',
    addressLabel: 'Address',
    addressHint: 'It gets a POST with JSON, signed as Standard Webhooks says.',
    placeholder: 'https://example.com/leadline',
  },
  email: { name: 'E-mail', add: 'Add e-mail', addressLabel: '', addressHint: '', placeholder: '' },
}
