// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { consistencyTokenJarSchema } from '../response-context.ts';

export const consistencyTokenJarShape: ShapesOf<typeof consistencyTokenJarSchema> = {
  "type": "object",
  "properties": {
    "encryptedTokenJarContents": {
      "type": "string",
      "minLength": 1,
      "maxLength": 4000
    },
    "expirationSeconds": {
      "type": "number",
      "minimum": 5e-324
    }
  },
  "required": [
    "encryptedTokenJarContents",
    "expirationSeconds"
  ]
};
