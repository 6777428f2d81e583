type Bounded = { file: string; pattern: string; why: string }

/** Regular expressions that the checker refuses or gives up on, and how much text they meet at most. */
export const boundedRegexes: readonly Bounded[] = [
  {
    file: 'lib/core/log.ts',
    pattern: '\\b(github_pat_|gh[opsur]_|glpat-|whsec_)[\\w+/=-]+',
    why: 'a text is cut to 5,000 characters before it is masked',
  },
  {
    file: 'lib/core/log.ts',
    pattern: '((?:password|token|secret|api[_-]?key)=)[^\\s&"\']+',
    why: 'a text is cut to 5,000 characters before it is masked',
  },
  {
    file: 'lib/core/mask-keys.ts',
    pattern: 'ldl_[0-9A-Za-z]{42}([0-9A-Za-z]{4})',
    why: 'what begins at a place reads 50 characters, and none begins inside another, as no “_” follows the prefix',
  },
  {
    file: 'cli/end-with-npm.ts',
    pattern: '.*\\) (.*)',
    why: 'the line of a process in /proc, whose name has 15 characters',
  },
]
