/**
 * With it in the address a page is sent in one piece. What comes late is put in its place by a script, and pages that
 * are loaded again without one lose where they were scrolled to.
 */
export const inOnePiece = 'whole'
