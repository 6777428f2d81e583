const storageKey = 'leadline.shortcuts'

/** Whether this browser's user wants keys such as `j` and `?` to do something. */
export function shortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Remembers the choice in this browser. */
export function setShortcuts(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing keeps the default.
  }
}

/** Whether a key press is a shortcut rather than text for a field or a command of the browser. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !shortcutsOn()) return false
  const target = event.target
  if (!(target instanceof HTMLElement)) return true
  return !target.closest('input, textarea, select, dialog[open], [contenteditable]')
}
