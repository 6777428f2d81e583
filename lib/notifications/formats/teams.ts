import type { Message } from '../content'

/**
 * A notification as an Adaptive Card for a webhook of Teams Workflows. All texts are runs of rich text, which Teams does
 * not read as Markdown. https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export function teamsMessage({ title, summary, facts, list, link }: Message): Record<string, unknown> {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    fallbackText: title,
    body: [
      block([run(title, { size: 'Large', weight: 'Bolder' })]),
      ...(summary ? [block([run(summary)])] : []),
      ...facts.map(({ label, value }) => block([run(`${label}: `, { isSubtle: true }), run(value)])),
      ...(list ? [block([run(list.title, { weight: 'Bolder' })]), ...list.items.map(item)] : []),
      ...(list && list.more > 0 ? [block([run(`• and ${list.more} more`)])] : []),
    ],
    actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }],
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

function block(inlines: unknown[]) {
  return { type: 'RichTextBlock', inlines }
}

function run(text: string, look: Record<string, unknown> = {}) {
  return { type: 'TextRun', text, ...look }
}

function item({ text, url }: { text: string; url: string | null }) {
  return block([run('• '), run(text, url ? { selectAction: { type: 'Action.OpenUrl', url } } : {})])
}
