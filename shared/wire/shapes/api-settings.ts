// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { apiSettingsSchema } from '../api-settings.ts';

export const apiSettingsShape: ShapesOf<typeof apiSettingsSchema> = {
  "type": "object",
  "properties": {
    "isLoggedIn": {
      "type": "boolean"
    },
    "enableSafetyMode": {
      "type": "boolean"
    },
    "lockedSafetyMode": {
      "type": "boolean"
    },
    "isVisitorIdFetchDisabled": {
      "type": "boolean"
    },
    "isEducationEmbed": {
      "type": "boolean"
    },
    "isPflMode": {
      "type": "boolean"
    },
    "key": {
      "type": "string",
      "maxLength": 500
    },
    "version": {
      "type": "string",
      "pattern": "^v\\d{1,3}$"
    },
    "authorization": {
      "type": "string",
      "pattern": "^[\\x21-\\x7e][\\x20-\\x7e]{0,1999}$"
    },
    "withCredentials": {
      "type": "boolean"
    },
    "providerLog": {
      "type": "string",
      "maxLength": 2000,
      "pattern": "^(https:\\/\\/[\\w.:[\\]-]+|http:\\/\\/(localhost|127\\.0\\.0\\.1)(:\\d{1,5})?)([/?#]\\S*)?$"
    },
    "adSignals": {
      "type": "string",
      "maxLength": 10000
    },
    "visitorId": {
      "type": "string",
      "pattern": "^[\\x21-\\x7e]{1,200}$"
    },
    "dataSyncId": {
      "type": "string",
      "pattern": "^[\\w.:@-]{1,200}$"
    },
    "embedPass": {
      "type": "string",
      "maxLength": 4000
    }
  }
};
