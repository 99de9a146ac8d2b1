// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { locationPlayabilityTokenSchema } from '../response-context.ts';

export const locationPlayabilityTokenShape: ShapesOf<typeof locationPlayabilityTokenSchema> = {
  "type": "string",
  "minLength": 1,
  "maxLength": 4000
};
