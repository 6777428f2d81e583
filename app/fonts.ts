import localFont from 'next/font/local'

// A page whose text font is not there in time keeps the font it began with: nothing on it ever moves.
const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--inter',
  weight: '100 900',
  display: 'optional',
})

const interExtended = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  variable: '--inter-extended',
  weight: '100 900',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+1E00-1EFF, U+2C60-2C7F' }],
})

const jetBrainsMono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--jetbrains-mono',
  weight: '100 800',
  display: 'optional',
  adjustFontFallback: false,
})

/** The classes that make the fonts known to the style sheet. */
export const fontClasses = [inter, interExtended, jetBrainsMono].map(({ variable }) => variable).join(' ')
