const texts: Record<string, string> = {
  CredentialsSignin: 'Wrong e-mail address or password.',
  rate_limited: 'Too many attempts to sign in. Wait 15 minutes, then try again.',
  unavailable: 'Sign-in does not work right now. Try again in a minute.',
  unreachable: 'The server did not answer. Check your connection and try again.',
  'not-invited':
    'This account has no invitation. If you hold a link, it names another e-mail address: open it and choose a password. If not, ask an owner or a manager of your organization for one.',
  'account-exists':
    'There is an account with your e-mail address already. Sign in with its password, then connect the other one in your profile.',
  taken: 'This account is connected to another person here. Disconnect it there first.',
  'already-connected': 'You have connected another account of this provider. Disconnect that one first.',
  'sign-in-again':
    'Connecting an account takes a sign-in of the last 15 minutes. Sign out, sign in again, then connect it.',
  'not-chosen':
    'The account was not connected: that was not chosen in this session, or more than 15 minutes ago. Choose Connect to try again.',
  'unverified-email':
    'The provider does not say that your e-mail address is verified. Verify it there, then try again.',
  AccessDenied: 'The provider did not let you in.',
  Configuration: 'Sign-in is not set up right on this server. Its log says what is wrong.',
  OAuthSignin: 'The provider could not be reached. Try again, or sign in in another way.',
  OAuthCallback: 'The provider did not confirm who you are. Try again.',
  Callback: 'The provider did not confirm who you are. Try again.',
  SessionRequired: 'Sign in to go on.',
}

/** The text of a failed sign-in: next-auth's codes, ours, and one text for whatever else comes. */
export function signInErrorText(code: string): string {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined
  return text ?? 'Signing in did not work. Try again.'
}
