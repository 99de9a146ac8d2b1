import { withoutTokens } from '../../../shared/wire/without-tokens.ts';

/** Base64url of a signature (`signature.js`), after the dot that ends the signed text. */
const signaturePattern = /\.[\w-]{43}(?![\w-])/g;

/**
 * Stored text must not grant access. This removes tokens in addresses, and signatures anywhere:
 * also alone, or in an address that is percent-encoded inside another one. The rest of a token is
 * useless without its signature.
 */
export function withoutSignatures(text: string): string {
  return withoutTokens(text).replace(signaturePattern, '');
}
