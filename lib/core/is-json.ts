/** Whether a text is a value of JSON. Parses all of it: bound its length first. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
