import { escapeHtml } from '@/lib/core/escape-html'
import type { Message } from '../content'

const text = 'font:15px/1.5 system-ui,sans-serif;color:#1c2733'
const muted = 'color:#5a6672;padding:2px 16px 2px 0;vertical-align:top;white-space:nowrap'
const button = 'display:inline-block;padding:8px 14px;background:#1c2733;color:#ffffff;text-decoration:none'

/** A notification as the HTML of an e-mail: no images, nothing that is loaded. `footer` says why it comes. */
export function htmlMail({ title, summary, facts, list, link }: Message, footer: string): string {
  const rows = facts.map(
    ({ label, value }) => `<tr><td style="${muted}">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
  )
  const items = (list?.items ?? []).map(({ text, url }) => `<li>${url ? anchor(url, text) : escapeHtml(text)}</li>`)
  const more = list && list.more > 0 ? [`<li>and ${list.more} more</li>`] : []
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title></head><body style="margin:0;padding:24px;background:#ffffff;${text}">`,
    `<h1 style="font-size:19px;line-height:1.3;margin:0 0 12px">${escapeHtml(title)}</h1>`,
    summary ? `<p style="margin:0 0 16px">${escapeHtml(summary)}</p>` : '',
    rows.length > 0 ? `<table style="border-collapse:collapse;margin:0 0 16px;${text}">${rows.join('')}</table>` : '',
    list ? `<p style="margin:0 0 4px;color:#5a6672">${escapeHtml(list.title)}</p>` : '',
    list ? `<ul style="margin:0 0 16px;padding-left:20px">${[...items, ...more].join('')}</ul>` : '',
    `<p style="margin:0 0 24px"><a href="${escapeHtml(link.url)}" style="${button}">${escapeHtml(link.text)}</a></p>`,
    `<p style="margin:0;font-size:13px;color:#5a6672">${escapeHtml(footer)}</p>`,
    '</body></html>',
  ].join('')
}

function anchor(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}" style="color:#1c2733">${escapeHtml(text)}</a>`
}
