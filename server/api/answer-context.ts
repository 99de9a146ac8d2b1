import { createHash } from 'node:crypto';
import type { Position } from '../../shared/position.ts';
import type { RequestContext } from '../../shared/request-context.ts';
import type { ResponseContext } from '../../shared/response-context.ts';
import { isLocationToken, makeLocationToken } from './location-token.ts';

/** This server's store has one copy, which is never behind; a token of an hour shows other servers what they would do. */
const consistencyTokenSec = 3_600;

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
   * @param position of the viewer, if this call has told it
   */
  return (
    known: RequestContext['request'] | null,
    version: number | null,
    position: Position | null = null,
  ): ResponseContext => {
    const hashes = known?.globalConfigHashes;
    const { cold, hot } = configs;
    return {
      ...(version !== null && {
        consistencyTokenJar: {
          encryptedTokenJarContents: Buffer.from(JSON.stringify({ version })).toString('base64url'),
          expirationSeconds: consistencyTokenSec,
        },
      }),
      ...((position !== null || !isLocationToken(known?.locationPlayabilityToken)) && {
        locationPlayabilityToken: makeLocationToken(position),
      }),
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
