import * as z from 'zod';
import { drmListSchema } from '../../shared/drm.ts';
import {
  budgetLimitSchema,
  budgetSchema,
  hostMessageSchema,
  playerJsMessageSchema,
} from '../../shared/host-messages.ts';
import { closedReplySchema, logReplySchema, storedReplySchema } from '../../shared/log-batch.ts';
import { pageConfigSchema } from '../../shared/page-config-schema.ts';
import {
  channelSchema,
  commandSchema,
  relatedSchema,
  viewerSchema,
} from '../../shared/video-extras-schemas.ts';
import { arrivalRowSchema, requestRowSchema } from '../../worker/queue/stored-row-schemas.ts';

/**
 * @typedef {object} ShapeFile
 * @property {string} file relative to the project
 * @property {string} text
 */

/** The schemas that the page and the start of the worker check by, and where each stands. */
const sources = [
  { folder: 'shared', module: 'page-config-schema', schemas: { pageConfigSchema } },
  {
    folder: 'shared',
    module: 'host-messages',
    schemas: { budgetSchema, budgetLimitSchema, hostMessageSchema, playerJsMessageSchema },
  },
  { folder: 'shared', module: 'drm', schemas: { drmListSchema } },
  {
    folder: 'shared',
    module: 'video-extras-schemas',
    schemas: { channelSchema, commandSchema, relatedSchema, viewerSchema },
  },
  {
    folder: 'shared',
    module: 'log-batch',
    schemas: { closedReplySchema, logReplySchema, storedReplySchema },
  },
  { folder: 'worker/queue', module: 'stored-row-schemas', schemas: { arrivalRowSchema, requestRowSchema } },
];

/** @returns {ShapeFile[]} a file of TypeScript for each */
export function shapeFiles() {
  return sources.flatMap(({ folder, module, schemas }) =>
    Object.entries(schemas).map(([schemaName, schema]) => {
      const name = schemaName.replace(/Schema$/, '');
      const file = `${folder}/shapes/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
      const shape = folder === 'shared' ? '../shape.ts' : '../../../shared/shape.ts';
      const lines = [
        '// Written by `npm run docs`: change the schema.',
        "import type * as z from 'zod/mini';",
        `import type { Shape } from '${shape}';`,
        `import type { ${schemaName} } from '../${module}.ts';`,
        '',
        `export const ${name}Shape: Shape<z.input<typeof ${schemaName}>> = ${JSON.stringify(shapeOf(schema), null, 2)};`,
      ];
      return { file, text: `${lines.join('\n')}\n` };
    }),
  );
}

/** @param {z.core.$ZodType} schema */
function shapeOf(schema) {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', override: simplify });
  return shape;
}

/**
 * `integer` means a safe integer here, and who reads the value sets the defaults.
 * @param {{ zodSchema: z.core.$ZodType, jsonSchema: z.core.JSONSchema.BaseSchema }} written
 * @throws where a pattern has flags: JSON Schema has none
 */
function simplify({ zodSchema, jsonSchema }) {
  const patterns = /** @type {Set<RegExp> | undefined} */ (zodSchema._zod.bag.patterns);
  for (const pattern of patterns ?? [])
    if (pattern.flags !== '') throw new Error(`Write ${pattern} without flags, so that a shape can have it.`);
  delete jsonSchema.default;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
