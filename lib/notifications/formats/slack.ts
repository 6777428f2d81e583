import type { Message } from '../content'

/** Of a header, by Slack, which refuses half of a character at its end. */
const maxHeader = 150
const halfCharacter = /[\ud800-\udbff]$/

/**
 * A notification as a message of a Slack incoming webhook. Texts stand in elements that Slack does not read as its
 * markup; the one line for notifications on a screen is escaped.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export function slackMessage({ title, summary, facts, list, link }: Message): Record<string, unknown> {
  const elements = [
    ...(summary ? [section([plain(summary)])] : []),
    ...facts.map(({ label, value }) => section([plain(`${label}: `, { bold: true }), plain(value)])),
    ...(list ? [section([plain(list.title, { bold: true })]), bullets(list)] : []),
    section([{ type: 'link', url: link.url, text: link.text }]),
  ]
  return {
    text: escapeMarkup(title),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: headerOf(title), emoji: false } },
      { type: 'rich_text', elements },
    ],
  }
}

function headerOf(title: string): string {
  return title.slice(0, maxHeader).replace(halfCharacter, '')
}

function section(elements: unknown[]) {
  return { type: 'rich_text_section', elements }
}

function plain(text: string, style?: { bold: true }) {
  return { type: 'text', text, ...(style && { style }) }
}

function bullets({ items, more }: NonNullable<Message['list']>) {
  const elements = items.map(({ text, url }) => section([url ? { type: 'link', url, text } : plain(text)]))
  return {
    type: 'rich_text_list',
    style: 'bullet',
    elements: more > 0 ? [...elements, section([plain(`and ${more} more`)])] : elements,
  }
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
