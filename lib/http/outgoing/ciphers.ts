import { DEFAULT_CIPHERS } from 'node:tls'

/**
 * For TLS to others: those of Node without DHE, whose prime the server chooses. One of 10,000 bits keeps the process busy
 * for a second, before the certificate is looked at.
 */
export const ciphers = `${DEFAULT_CIPHERS}:!kDHE`
