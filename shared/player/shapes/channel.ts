// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { channelSchema } from '../video-extras-schemas.ts';

export const channelShape: ShapesOf<typeof channelSchema> = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "pattern": "^[\\w.:@-]{1,200}$"
    },
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500
    },
    "url": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2000,
      "pattern": "^(https?:\\/\\/|\\/)"
    },
    "avatarUrl": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2000,
      "pattern": "^(https?:\\/\\/|\\/)"
    }
  },
  "required": [
    "id",
    "name"
  ]
};
