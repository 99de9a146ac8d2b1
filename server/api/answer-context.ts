import { createHash } from 'node:crypto';
import { type Configuration, configurationVersion as version } from '../../shared/configuration.ts';
import type { Position } from '../../shared/position.ts';
import type { RequestContext } from '../../shared/request-context.ts';
import type { ResponseContext } from '../../shared/response-context.ts';
import { consistencyTokenSec } from './consistency-token.ts';
import { isLocationToken, makeLocationToken } from './location-token.ts';

export interface ProviderConfig {
  brand: string;
  isTelemetryOn: boolean;
  /** What the operator tells players at any time. */
  configuration?: Configuration;
}

/** Makes the `responseContext` of replies. */
export function createAnswerContext({ brand, isTelemetryOn, configuration = {} }: ProviderConfig) {
  const configs = {
    cold: withHash({ version, brand }),
    hot: withHash({ version, isTelemetryOn, ...configuration }),
  };

  /**
   * @param known what the client has sent back of earlier replies
   * @param consistencyToken of the viewer's own things, if this call has changed them
   * @param position of the viewer, if this call has told it
   */
  return (
    known: RequestContext['request'] | null,
    consistencyToken: string | null,
    position: Position | null = null,
  ): ResponseContext => {
    const hashes = known?.globalConfigHashes;
    const { cold, hot } = configs;
    return {
      ...(consistencyToken !== null && {
        consistencyTokenJar: {
          encryptedTokenJarContents: consistencyToken,
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
