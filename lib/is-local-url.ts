/** Whether a URL leads to the machine that calls it: `localhost` and names below it, 127.0.0.0/8 or ::1. */
export function isLocalUrl(url: string): boolean {
  const { hostname } = new URL(url)
  // URLs write every IPv4 address in its usual form.
  return /(^|\.)localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(hostname)
}
