/** The classes of a table: hairlines, no boxes. */
export const table = 'w-full border-collapse text-sm leading-relaxed'
export const head = 'border-b border-line pr-4 pb-2 text-left text-xs font-medium text-muted last:pr-0'
export const cell = 'wrap-anywhere border-b border-line py-3 pr-4 align-top last:pr-0'
