import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/**
 * Elements of a component as the server sends it to an address with that query, with just enough to query what a reader
 * gets.
 */
export function renderMarkup(element: ReactElement, query = '') {
  const address = { value: new URLSearchParams(query) }
  const html = renderToStaticMarkup(createElement(SearchParamsContext, address, element))
  const tags = (name: string) => [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))].map(([tag]) => tag)
  return {
    html,
    text: textOf(html),
    /** Opening tags of that name. */
    tags,
    /** The attribute of every element of that name, where it has one. */
    attributes: (name: string, attribute: string) =>
      tags(name).flatMap((tag) => tag.match(new RegExp(` ${attribute}="([^"]*)"`))?.[1] ?? []),
    /** Targets and names of the links, the table aside. */
    links: [...withoutTable(html).matchAll(/<a\b[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, name]) => ({
      href,
      name: textOf(name ?? ''),
    })),
    /** Cells of the table, row by row. */
    table: [...html.matchAll(/<tr\b.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<(?:th|td)\b.*?<\/(?:th|td)>/gs)].map(([cell]) => textOf(cell)),
    ),
  }
}

function withoutTable(html: string): string {
  return html.replace(/<table\b.*<\/table>/s, '')
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ')
}
