import type { Shipped } from '@/lib/deployments/load-shipped'
import { foreignText, type Message } from '../content'
import type { Place } from './occurrence'
import { pageUrl } from './page-url'

/** Pull requests as programs get them. */
export function shippedData(place: Place, { listed, total, atMost }: Shipped) {
  const pullRequests = listed.map(({ id, repository, number, title, author }) => ({
    repository,
    number,
    title: foreignText(title),
    author: author === null ? null : foreignText(author),
    url: pageUrl(place, `/pull-requests/${id}`),
  }))
  return { pullRequests, morePullRequests: Math.max(total - listed.length, 0), ...(atMost && { atMost }) }
}

/** Pull requests as people read them; null for none. */
export function shippedList(place: Place, title: string, { listed, total, atMost }: Shipped): Message['list'] {
  if (listed.length === 0) return null
  return {
    title: atMost ? `${title} at most: files of some were not compared with the paths of the service` : title,
    items: listed.map(({ id, repository, number, title: name }) => ({
      text: foreignText(`${repository}#${number} ${name}`),
      url: pageUrl(place, `/pull-requests/${id}`),
    })),
    more: Math.max(total - listed.length, 0),
  }
}
