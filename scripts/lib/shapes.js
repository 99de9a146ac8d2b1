import path from 'node:path';
import * as z from 'zod';
import { refuseFlags } from '../../server/api/schemas/published-schema.ts';
import { pageConfigSchema } from '../../shared/page/page-config-schema.ts';
import { drmListSchema } from '../../shared/player/drm.ts';
import { hlsOpeningSchema } from '../../shared/player/hls-opening.ts';
import { playerResponseSchema } from '../../shared/player/player-response.ts';
import { playlistAnswerSchema } from '../../shared/player/playlist-entries.ts';
import {
  channelSchema,
  commandSchema,
  relatedSchema,
  viewerSchema,
} from '../../shared/player/video-extras-schemas.ts';
import { deviceReportSchema, preferencesSchema } from '../../shared/telemetry/device-report.ts';
import { errorReportSchema } from '../../shared/telemetry/error-report.ts';
import {
  clientContextSchema,
  closedReplySchema,
  logReplySchema,
  sidSchema,
  storedReplySchema,
} from '../../shared/telemetry/log-batch.ts';
import { playbackReportSchemas } from '../../shared/telemetry/playback-report.ts';
import { apiCallOptionsSchema, apiCallSchemas } from '../../shared/wire/api-schemas.ts';
import { apiSettingsSchema } from '../../shared/wire/api-settings.ts';
import { botScriptEventSchema } from '../../shared/wire/bot-detection.ts';
import { configurationSchema } from '../../shared/wire/configuration.ts';
import {
  budgetLimitSchema,
  budgetSchema,
  hostMessageSchema,
  playerJsMessageSchema,
} from '../../shared/wire/host-messages.ts';
import { positionReportSchema } from '../../shared/wire/position.ts';
import {
  cachedConfigSchema,
  consistencyTokenJarSchema,
  globalConfigSchema,
  locationPlayabilityTokenSchema,
} from '../../shared/wire/response-context.ts';
import { visitorIdReplySchema } from '../../shared/wire/visitor-id.ts';
import { checkMessageSchema } from '../../worker/events/connectivity/check-message-schema.ts';
import {
  arrivalRowSchema,
  requestRowSchema,
} from '../../worker/events/queue/stored-row-schemas.ts';
import { probeSettingsSchema } from '../../worker/probes/probe-settings-schema.ts';
import {
  failedMsSchema,
  firstSeenSchema,
  placeSchema,
  visitorRowSchema,
} from '../../worker/storage/data/kept-schemas.ts';

/**
 * @typedef {object} ShapeFile
 * @property {string} file relative to the project
 * @property {string} text
 */

/** Schemas that browsers check with, by module. */
const sources = [
  {
    folder: 'shared/wire',
    module: 'api-schemas',
    schemas: { apiCallSchemas, apiCallOptionsSchema },
  },
  { folder: 'shared/wire', module: 'api-settings', schemas: { apiSettingsSchema } },
  { folder: 'shared/wire', module: 'bot-detection', schemas: { botScriptEventSchema } },
  { folder: 'shared/wire', module: 'configuration', schemas: { configurationSchema } },
  {
    folder: 'shared/telemetry',
    module: 'device-report',
    schemas: { deviceReportSchema, preferencesSchema },
  },
  { folder: 'shared/player', module: 'drm', schemas: { drmListSchema } },
  { folder: 'shared/telemetry', module: 'error-report', schemas: { errorReportSchema } },
  {
    folder: 'shared/wire',
    module: 'host-messages',
    schemas: { budgetSchema, budgetLimitSchema, hostMessageSchema, playerJsMessageSchema },
  },
  {
    folder: 'shared/telemetry',
    module: 'log-batch',
    schemas: {
      clientContextSchema,
      closedReplySchema,
      logReplySchema,
      sidSchema,
      storedReplySchema,
    },
  },
  { folder: 'shared/page', module: 'page-config-schema', schemas: { pageConfigSchema } },
  { folder: 'shared/telemetry', module: 'playback-report', schemas: { playbackReportSchemas } },
  { folder: 'shared/player', module: 'hls-opening', schemas: { hlsOpeningSchema } },
  { folder: 'shared/player', module: 'player-response', schemas: { playerResponseSchema } },
  { folder: 'shared/player', module: 'playlist-entries', schemas: { playlistAnswerSchema } },
  { folder: 'shared/wire', module: 'position', schemas: { positionReportSchema } },
  {
    folder: 'shared/wire',
    module: 'response-context',
    schemas: {
      cachedConfigSchema,
      consistencyTokenJarSchema,
      globalConfigSchema,
      locationPlayabilityTokenSchema,
    },
  },
  {
    folder: 'shared/player',
    module: 'video-extras-schemas',
    schemas: { channelSchema, commandSchema, relatedSchema, viewerSchema },
  },
  { folder: 'shared/wire', module: 'visitor-id', schemas: { visitorIdReplySchema } },
  {
    folder: 'worker/events/connectivity',
    module: 'check-message-schema',
    schemas: { checkMessageSchema },
  },
  {
    folder: 'worker/storage/data',
    module: 'kept-schemas',
    schemas: { failedMsSchema, firstSeenSchema, placeSchema, visitorRowSchema },
  },
  { folder: 'worker/probes', module: 'probe-settings-schema', schemas: { probeSettingsSchema } },
  {
    folder: 'worker/events/queue',
    module: 'stored-row-schemas',
    schemas: { arrivalRowSchema, requestRowSchema },
  },
];

/** @returns {ShapeFile[]} a TypeScript file for each schema */
export function shapeFiles() {
  return sources.flatMap(({ folder, module, schemas }) =>
    Object.entries(schemas).map(([schemaName, schema]) => {
      const name = schemaName.replace('Schema', 'Shape');
      const words = name.replace(/Shapes?$/, (end) => (end === 'Shape' ? '' : 's'));
      const file = `${folder}/shapes/${words.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
      const shape = path.posix.relative(`${folder}/shapes`, 'shared/tools/shape.ts');
      const lines = [
        '// Written by `npm run docs`: change the schema.',
        `import type { ShapesOf } from '${shape}';`,
        `import type { ${schemaName} } from '../${module}.ts';`,
        '',
        `export const ${name}: ShapesOf<typeof ${schemaName}> = ${JSON.stringify(shapesOf(schema), null, 2)};`,
      ];
      return { file, text: `${lines.join('\n')}\n` };
    }),
  );
}

/**
 * @param {object} schemas one schema, or an object of them
 * @returns {object}
 */
function shapesOf(schemas) {
  if (schemas instanceof z.core.$ZodType) return shapeOf(schemas);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, inner]) => [name, shapesOf(inner)]),
  );
}

/**
 * @returns {{ name: string, schema: z.core.$ZodType,
 *   shape: import('../../shared/tools/shape.ts').Shape }[]} each shape with its schema, including
 *   those inside objects of schemas
 */
export function shapePairs() {
  return sources.flatMap(({ schemas }) => pairsIn('', schemas));
}

/**
 * @param {string} above
 * @param {object} schemas
 * @returns {ReturnType<typeof shapePairs>}
 */
function pairsIn(above, schemas) {
  return Object.entries(schemas).flatMap(([key, schema]) => {
    const name = `${above}${key}`;
    if (!(schema instanceof z.core.$ZodType)) return pairsIn(`${name}.`, schema);
    return {
      name,
      schema,
      shape: /** @type {import('../../shared/tools/shape.ts').Shape} */ (shapeOf(schema)),
    };
  });
}

/** @param {z.core.$ZodType} schema */
function shapeOf(schema) {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', override: refuseFlags });
  return simplify(shape);
}

/**
 * Shortens a shape without changing its meaning. `integer` means a safe integer, several types
 * become `anyOf`, fields that accept anything are left out, and code that reads the value sets the
 * defaults.
 * @param {z.core.JSONSchema.JSONSchema} shape
 * @returns {z.core.JSONSchema.JSONSchema}
 */
function simplify({ default: _, oneOf, anyOf = oneOf, minimum, maximum, ...shape }) {
  if (Array.isArray(shape.type)) {
    const { type, ...rest } = shape;
    return { anyOf: type.map((one) => simplify({ ...rest, type: one, minimum, maximum })) };
  }
  const { items, properties, propertyNames, additionalProperties } = shape;
  return {
    ...shape,
    ...(anyOf && { anyOf: anyOf.map(simplified) }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(items !== undefined && { items: simplified(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .map(([name, inner]) => /** @type {const} */ ([name, simplified(inner)]))
          .filter(
            ([name, inner]) => Object.keys(inner).length > 0 || shape.required?.includes(name),
          ),
      ),
    }),
    ...(propertyNames !== undefined && { propertyNames: simplified(propertyNames) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: simplified(additionalProperties),
    }),
  };
}

/** @param {unknown} shape a nested shape; zod writes them as objects */
function simplified(shape) {
  return simplify(/** @type {z.core.JSONSchema.JSONSchema} */ (shape));
}
