/** An argument of a field, once variables are filled in. */
export type Arguments = Record<string, string | number | null | undefined>

/** What a query may ask of: plain values, lists, other objects, and functions of the arguments for any of them. */
export type Answerable = { __typename: string } & Record<string, unknown>

type Selection =
  | { field: string; arguments: Record<string, string>; selections: Selection[] }
  | { spread: string }
  | { on: string; selections: Selection[] }

type Document = { query: Selection[]; fragments: Map<string, { on: string; selections: Selection[] }> }

/**
 * Answers a GraphQL query from an object, as far as readers of code hosts use the language. Only what is asked for is
 * in the answer; a field that the object does not have is an error.
 */
export function answerGraphql(text: string, variables: Arguments, root: Answerable): unknown {
  const { query, fragments } = parseDocument(text)
  const answer = (value: unknown, selections: readonly Selection[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => answer(item, selections))
    if (selections.length === 0 || value === null) return value
    const object = value as Answerable
    return Object.assign({}, ...selections.map((selection) => answerSelection(object, selection)))
  }
  const answerSelection = (object: Answerable, selection: Selection): unknown => {
    if ('field' in selection) return { [selection.field]: answerField(object, selection) }
    const fragment = 'on' in selection ? selection : fragments.get(selection.spread)
    if (!fragment) throw new Error('No such fragment')
    return fragment.on === object.__typename ? answer(object, fragment.selections) : {}
  }
  const answerField = (object: Answerable, selection: Extract<Selection, { field: string }>) => {
    const value = object[selection.field]
    if (value === undefined) throw new Error(`Field '${selection.field}' doesn't exist on type '${object.__typename}'`)
    const filled = Object.entries(selection.arguments).map(([name, text]) => [name, fill(text, variables)])
    return answer(typeof value === 'function' ? value(Object.fromEntries(filled)) : value, selection.selections)
  }
  return answer(root, query)
}

function fill(text: string, variables: Arguments) {
  if (text.startsWith('$')) return variables[text.slice(1)]
  return /^\d+$/.test(text) ? Number(text) : text
}

function parseDocument(text: string): Document {
  const tokens = text.match(/\.\.\.|[{}():!]|\$?\w+/g) ?? []
  let position = 0
  const take = (expected?: string): string => {
    const token = tokens[position] ?? ''
    if (expected !== undefined && token !== expected) throw new Error(`Expected ${expected}, got ${token}`)
    position += 1
    return token
  }
  /** Text up to the bracket that closes the one before. */
  const takeUntil = (close: string): string => {
    const taken: string[] = []
    while (tokens[position] !== close && position < tokens.length) taken.push(take())
    take(close)
    return taken.join(' ')
  }
  const takeArguments = () => {
    const found: Record<string, string> = {}
    if (tokens[position] !== '(') return found
    take('(')
    while (tokens[position] !== ')') {
      const name = take()
      take(':')
      const value = take()
      found[name] = value === '{' ? takeUntil('}') : value
    }
    take(')')
    return found
  }
  const takeSelection = (): Selection => {
    const first = take()
    if (first !== '...') return { field: first, arguments: takeArguments(), selections: takeSelections() }
    const spread = take()
    return spread === 'on' ? { on: take(), selections: takeSelections() } : { spread }
  }
  const takeSelections = (): Selection[] => {
    const found: Selection[] = []
    if (tokens[position] !== '{') return found
    take('{')
    while (tokens[position] !== '}') found.push(takeSelection())
    take('}')
    return found
  }
  const document: Document = { query: [], fragments: new Map() }
  while (position < tokens.length) {
    if (take() === 'query') {
      if (tokens[position] === '(') takeUntil(')')
      document.query = takeSelections()
    } else {
      const name = take()
      take('on')
      document.fragments.set(name, { on: take(), selections: takeSelections() })
    }
  }
  return document
}
