import { constants } from 'node:crypto'
import { DEFAULT_CIPHERS } from 'node:tls'

/**
 * For TLS to others. Without DHE, whose prime the server chooses: one of 10,000 bits keeps the process busy for a second,
 * before the certificate is looked at. Nor may a server begin handshakes again and again.
 */
export const tlsOptions = {
  ciphers: `${DEFAULT_CIPHERS}:!kDHE`,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
}
