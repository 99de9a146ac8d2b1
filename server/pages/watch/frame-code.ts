import { frameFeatures, frameReferrerPolicy } from '../../../shared/page/frame-attributes.ts';
import { escapeHtml } from '../../http/html/escape-html.ts';
import type { Size } from './fit-size.ts';

export interface FrameToWrite extends Size {
  src: string;
  title: string;
}

/** @returns HTML for other pages: a frame with a player and the permissions that it needs */
export function frameCode({ src, title, width, height }: FrameToWrite): string {
  const attributes = {
    width: String(width),
    height: String(height),
    src,
    title,
    allow: frameFeatures,
    referrerpolicy: frameReferrerPolicy,
    loading: 'lazy',
    style: 'border: 0; max-width: 100%',
  };
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapeHtml(value)}"`,
  );
  return `<iframe ${written.join(' ')} allowfullscreen></iframe>`;
}
