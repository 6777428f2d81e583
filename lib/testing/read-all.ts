import type { HostPage } from '@/lib/sources/hosts/model'

/** The items of all pages, in order; positions survive being stored. */
export async function readAll<Item>(readPage: (from: string | null) => Promise<HostPage<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let from: string | null | undefined = null; from !== undefined; ) {
    const page: HostPage<Item> = await readPage(from)
    items.push(...page.items)
    from = page.next === null ? undefined : JSON.parse(JSON.stringify(page.next))
  }
  return items
}
