import { createHash } from 'node:crypto';
import {
  type Configuration,
  configurationVersion as version,
} from '../../shared/wire/configuration.ts';
import type { Position } from '../../shared/wire/position.ts';
import type { RequestContext } from '../../shared/wire/request-context.ts';
import type { ResponseContext } from '../../shared/wire/response-context.ts';
import { isLocationToken, makeLocationToken } from './location-token.ts';
import { tokenLimits } from './token-limits.ts';

export interface ProviderConfig {
  brand: string;
  isTelemetryOn: boolean;
  /** The operator's settings that players may receive at any time. */
  configuration?: Configuration;
}

/** Creates the function that builds the `responseContext` of replies. */
export function createAnswerContext({ brand, isTelemetryOn, configuration = {} }: ProviderConfig) {
  const configs = {
    cold: withHash({ version, brand }),
    hot: withHash({ version, isTelemetryOn, ...configuration }),
  };

  /**
   * @param known the context of earlier replies, as the client sent it back
   * @param consistencyToken version of the viewer's own data, if this call has changed them
   * @param position the viewer's position, if this call contained it
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
          expirationSeconds: tokenLimits.consistencySec,
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
