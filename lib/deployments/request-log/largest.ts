/** The first of those with the greatest size; undefined when there is none. */
export function largest<T>(items: Iterable<T>, sizeOf: (item: T) => number): T | undefined {
  let found: T | undefined
  for (const item of items) if (found === undefined || sizeOf(item) > sizeOf(found)) found = item
  return found
}
