/** Parsing holds up the whole process, a microsecond for the slowest values: this leaves others nine tenths of it. */
const valuesPerSecond = 100_000

/** Resolves once a sender whose JSON had so many values may be parsed again. */
export function restAfterParsing(values: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, (values / valuesPerSecond) * 1000))
}

/** Of the process: the requests of one form are sent by one client, and all clients share what parsing costs. */
const holder = globalThis as {
  leadlineRests?: Map<string, Promise<void>>
  leadlineLargeRests?: Map<string, Promise<void>>
}

/**
 * The rest after large answers of one owner, such as an organization: one after the other, however many hosts and
 * clients it has, and as many times as long as there are owners that rest, so that all of them together leave others as
 * much.
 */
export function restAfterLarge(owner: string): { current: Promise<void>; add: (values: number) => void } {
  holder.leadlineLargeRests ??= new Map()
  const rests = holder.leadlineLargeRests
  return {
    get current() {
      return rests.get(owner) ?? Promise.resolve()
    },
    add: (values) => {
      const rest = Promise.resolve(rests.get(owner)).then(() => restAfterParsing(values * rests.size))
      rests.set(owner, rest)
      void rest.then(() => rests.get(owner) === rest && rests.delete(owner))
    },
  }
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
