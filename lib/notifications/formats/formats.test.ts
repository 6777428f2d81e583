import { describe, expect, it } from 'vitest'
import { foreignText, type Message } from '../content'
import { htmlMail } from './html'
import { plainText } from './plain'
import { slackMessage } from './slack'
import { teamsMessage } from './teams'

const hostile = foreignText('<!channel> *bold* [click](https://evil.example) <script>alert(1)</script> &amp; "quoted"')

const message: Message = {
  title: `Deployment of ${hostile} to production failed`,
  summary: null,
  facts: [{ label: 'Branch', value: hostile }],
  list: { title: 'What it contained', items: [{ text: hostile, url: 'https://leadline.example/acme/1' }], more: 12 },
  link: { text: 'Open deployment', url: 'https://leadline.example/acme/deployments/1' },
}

/** All objects within a value. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

describe('texts from outside', () => {
  it('are one line without what cannot be seen, and have an end', () => {
    expect(foreignText('one\r\nBcc: two\u202e\u200b three')).toBe('one Bcc: two three')
    expect([...foreignText('😀'.repeat(10_000))]).toHaveLength(200)
    expect(foreignText('\ud83d')).toBe('')
  })

  it('are in the header of Slack not cut within a character', () => {
    const [header] = slackMessage({ ...message, title: `${'x'.repeat(149)}😀` }).blocks as { text: { text: string } }[]
    expect(header?.text.text).toBe('x'.repeat(149))
  })

  it('are in Slack no markup: only plain text, rich text and one escaped line', () => {
    const body = slackMessage(message)
    const types = [...objectsIn(body)].flatMap(({ type }) => (typeof type === 'string' ? [type] : []))
    expect(new Set(types)).toEqual(
      new Set(['header', 'plain_text', 'rich_text', 'rich_text_section', 'rich_text_list', 'text', 'link']),
    )
    expect(body.text).toContain('&lt;!channel&gt;')
    expect(body.mrkdwn).toBe(false)
    expect(JSON.stringify(body)).toContain('and 12 more')
  })

  it('are in Teams runs of rich text, which has no Markdown', () => {
    const withText = [...objectsIn(teamsMessage(message))].filter((one) => typeof one.text === 'string')
    expect(new Set(withText.map(({ type }) => type))).toEqual(new Set(['TextRun']))
    const addresses = [...objectsIn(teamsMessage(message))].flatMap(({ url }) => (url ? [url] : []))
    expect(addresses).toEqual(['https://leadline.example/acme/1', 'https://leadline.example/acme/deployments/1'])
  })

  it('are escaped in HTML', () => {
    const html = htmlMail(message, hostile)
    expect(html).not.toMatch(/<script|<!channel/)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('<li>and 12 more</li>')
  })
})

it('plain text writes links out', () => {
  expect(plainText({ ...message, title: 'api failed', list: null, facts: [{ label: 'Branch', value: 'main' }] })).toBe(
    'api failed\n\nBranch: main\n\nOpen deployment: https://leadline.example/acme/deployments/1',
  )
})

it('the largest notification is within what Slack and Teams take', () => {
  const long = 'x'.repeat(200)
  const item = { text: long, url: `https://leadline.example/${long}` }
  const largest = {
    ...message,
    title: long,
    facts: Array.from({ length: 10 }, () => ({ label: long, value: long })),
    list: { title: long, items: Array.from({ length: 12 }, () => item), more: 1 },
  }
  expect(JSON.stringify(teamsMessage(largest)).length).toBeLessThan(28 * 1024)
  expect(JSON.stringify(slackMessage(largest)).length).toBeLessThan(28 * 1024)
})
