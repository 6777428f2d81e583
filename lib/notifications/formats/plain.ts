import type { Message } from '../content'

/** A notification as plain text, with its links written out. */
export function plainText({ title, summary, facts, list, link }: Message): string {
  const items = list?.items.map(({ text, url }) => `- ${text}${url ? `\n  ${url}` : ''}`) ?? []
  const more = list && list.more > 0 ? [`- and ${list.more} more`] : []
  return [
    title,
    ...(summary ? ['', summary] : []),
    ...(facts.length > 0 ? ['', ...facts.map(({ label, value }) => `${label}: ${value}`)] : []),
    ...(list ? ['', `${list.title}:`, ...items, ...more] : []),
    '',
    `${link.text}: ${link.url}`,
  ].join('\n')
}
