// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { preferencesSchema } from '../device-report.ts';

export const preferencesShape: ShapesOf<typeof preferencesSchema> = {
  "type": "object",
  "properties": {
    "volume": {
      "type": "integer",
      "minimum": 0,
      "maximum": 100
    },
    "isMuted": {
      "type": "boolean"
    },
    "playbackRate": {
      "type": "number",
      "minimum": 0.25,
      "maximum": 2
    },
    "qualityHeight": {
      "anyOf": [
        {
          "type": "integer",
          "minimum": 1,
          "maximum": 20000
        },
        {
          "type": "null"
        }
      ]
    },
    "captionsLanguage": {
      "anyOf": [
        {
          "type": "string",
          "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
        },
        {
          "type": "null"
        }
      ]
    },
    "captionStyle": {
      "type": "object",
      "properties": {
        "font": {
          "type": "string",
          "enum": [
            "serif_mono",
            "serif",
            "sans_mono",
            "sans",
            "casual",
            "cursive",
            "small_caps"
          ]
        },
        "color": {
          "type": "string",
          "enum": [
            "white",
            "yellow",
            "green",
            "cyan",
            "blue",
            "magenta",
            "red",
            "black"
          ]
        },
        "opacity": {
          "type": "number",
          "enum": [
            0,
            25,
            50,
            75,
            100
          ]
        },
        "background": {
          "type": "string",
          "enum": [
            "white",
            "yellow",
            "green",
            "cyan",
            "blue",
            "magenta",
            "red",
            "black"
          ]
        },
        "backgroundOpacity": {
          "type": "number",
          "enum": [
            0,
            25,
            50,
            75,
            100
          ]
        },
        "window": {
          "type": "string",
          "enum": [
            "white",
            "yellow",
            "green",
            "cyan",
            "blue",
            "magenta",
            "red",
            "black"
          ]
        },
        "windowOpacity": {
          "type": "number",
          "enum": [
            0,
            25,
            50,
            75,
            100
          ]
        },
        "edge": {
          "type": "string",
          "enum": [
            "none",
            "raised",
            "depressed",
            "outline",
            "shadow"
          ]
        }
      }
    },
    "audioLanguage": {
      "type": "string",
      "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
    },
    "captionsFontSize": {
      "type": "integer",
      "minimum": -1,
      "maximum": 3
    }
  }
};
