/** Parsing holds up the whole process, a microsecond for the slowest values: this leaves others nine tenths of it. */
const valuesPerSecond = 100_000

/** Resolves once a sender whose JSON had so many values may be parsed again. */
export function restAfterParsing(values: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, (values / valuesPerSecond) * 1000))
}

/** Of the process: the requests of one form are sent by one client, and all clients share what parsing costs. */
const holder = globalThis as { leadlineRests?: Map<string, Promise<void>>; leadlineLargeRest?: Promise<void> }

/** The same for large answers, whose senders rest one after the other: together they leave others as much. */
export function restAfterLarge(values: number): Promise<void> {
  holder.leadlineLargeRest = Promise.resolve(holder.leadlineLargeRest).then(() => restAfterParsing(values))
  return holder.leadlineLargeRest
}

/** The rest of those who share a name, such as all that one organization has parsed while a person waits. */
export function sharedRest(name: string): { current: Promise<void> } {
  holder.leadlineRests ??= new Map()
  const rests = holder.leadlineRests
  return {
    get current() {
      return rests.get(name) ?? Promise.resolve()
    },
    set current(rest) {
      const both = Promise.all([rests.get(name), rest]).then(() => {
        if (rests.get(name) === both) rests.delete(name)
      })
      rests.set(name, both)
    },
  }
}
