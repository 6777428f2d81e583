/** Whether Argo CD sends a notification, by the `when` of a trigger: an expression of expr-lang as far as ours uses it. */
export function isTriggered(when: string, app: Record<string, unknown>): boolean {
  const script = when
    .replace(/any\(([\w.]+), \{(.*?)\}\)/g, (_, list, test) => `${list}.some((it) => ${test.replace('#', 'it')})`)
    .replace(/([\w.]+) in (\[.*?\])/g, '$2.includes($1)')
    .replace(/([\w.]+) matches '(.*?)'/g, '/$2/.test($1)')
    .replace(/\band\b/g, '&&')
    .replace(/\bor\b/g, '||')
    .replace(/\bnil\b/g, 'null')
  try {
    return new Function('app', 'time', `return ${script}`)(app, time) === true
  } catch {
    return false
  }
}

/** The functions of time that a trigger has; what is no time is an error there too. */
const time = { Parse: (text: string) => instant(new Date(text).toISOString()) }

function instant(at: string) {
  return {
    at,
    Before: (other: { at: string }) => at < other.at,
    After: (other: { at: string }) => at > other.at,
  }
}
