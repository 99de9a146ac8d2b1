import { withoutTokens } from '../../shared/without-tokens.ts';

/** Base64url of a signature (`signature.js`), behind the dot that ends what is signed. */
const signaturePattern = /\.[\w-]{43}(?![\w-])/g;

/**
 * What is stored must open nothing. Beside tokens in addresses, signatures go wherever they stand: in an address that is percent-encoded in
 * another one, or alone. The rest of a token opens nothing without its signature.
 */
export function withoutSignatures(text: string): string {
  return withoutTokens(text).replace(signaturePattern, '');
}
