/**
 * Texts that break pages which do not treat them as text. Those that are scripts set `window.hostile`. Each stays below
 * 100 characters, so that it fits every field.
 */
export const hostileTexts: readonly string[] = [
  '<script>window.hostile=1</script>',
  '</title></textarea></style></script><script>window.hostile=1</script>',
  '"><img src=x onerror="window.hostile=1">',
  "'><svg/onload=window.hostile=1>",
  '" autofocus onfocus="window.hostile=1" x="',
  '<iframe srcdoc="<script>parent.hostile=1</script>"></iframe>',
  '<a href="javascript:window.hostile=1">a</a>',
  'javascript:window.hostile=1',
  '<!--<script>window.hostile=1//-->',
  '{{constructor.constructor("window.hostile=1")()}}',
  '$' + '{window.hostile=1}',
  '<%= window.hostile=1 %> #{7*7}',
  '&lt;script&gt;window.hostile=1&lt;/script&gt; &#x202e; &amp;',
  '\\u003cscript\\u003ewindow.hostile=1\\u003c/script\\u003e',
  `it's "quoted" \`twice\` \\ and '' ended`,
  "'; DROP TABLE deployments; --",
  '%00%3Cscript%3E/../..//evil.example\\@',
  '=HYPERLINK("https://evil.example","pay here")',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '\u202egnp.tidua\u202c after \u2066isolated\u2069',
  'zero\u200bwidth\u200cjoined\u200d\ufeffand\u00adsoft',
  'line\u2028and\u2029paragraph',
  '👩‍👩‍👧‍👦🏳️‍🌈👍🏽 e\u0301 ﷽ ㊙️',
  `Z${'\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307'.repeat(10)}algo`,
  'العربية עברית 日本語 ไทย ქართული',
  'W'.repeat(99),
  `https://${'very-long-host-name-'.repeat(4)}x`,
  '__proto__',
  'constructor',
  'null',
]

/** A URL that must never become a link. No event may carry it, so it is put into the database behind its back. */
export const hostileUrl = 'javascript:window.hostile=1'
