import { createHash } from 'node:crypto';
import type { RequestContext } from '../../shared/request-context.ts';
import type { ResponseContext } from '../../shared/response-context.ts';

/** This server's store has one copy, which is never behind; a token of an hour shows other servers what they would do. */
const consistencyTokenSec = 3_600;

/** No video here is for some regions only: the viewer's is not known (CLDR's code for that). */
const locationPlayabilityToken = Buffer.from(JSON.stringify({ region: 'ZZ' })).toString('base64url');

export interface ProviderConfig {
  brand: string;
  isTelemetryOn: boolean;
}

/** Makes the `responseContext` of replies. */
export function createAnswerContext({ brand, isTelemetryOn }: ProviderConfig) {
  const configs = { cold: withHash({ brand }), hot: withHash({ isTelemetryOn }) };

  /**
   * @param known what the client has sent back of earlier replies
   * @param version of the viewer's own things, if this call has changed them
   */
  return (known: RequestContext['request'] | null, version: number | null): ResponseContext => {
    const hashes = known?.globalConfigHashes;
    const { cold, hot } = configs;
    return {
      ...(version !== null && {
        consistencyTokenJar: {
          encryptedTokenJarContents: Buffer.from(JSON.stringify({ version })).toString('base64url'),
          expirationSeconds: consistencyTokenSec,
        },
      }),
      ...(known?.locationPlayabilityToken !== locationPlayabilityToken && { locationPlayabilityToken }),
      globalConfig: {
        cold: hashes?.cold === cold.hashData ? { hashData: cold.hashData } : cold,
        hot: hashes?.hot === hot.hashData ? { hashData: hot.hashData } : hot,
      },
    };
  };
}

function withHash(config: object) {
  const hashData = createHash('sha256').update(JSON.stringify(config)).digest('base64url');
  return { hashData, config };
}
