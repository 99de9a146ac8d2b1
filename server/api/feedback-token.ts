import { videoIdPattern } from '../../shared/video-id.ts';
import { isSignature, sign } from '../guard/signature.js';

/**
 * What a viewer can say of a video: that it does not play well (`problem`), that it shall not be suggested any more (`not_interested`),
 * and that it may be again (`interested`).
 */
export type FeedbackKind = 'problem' | 'not_interested' | 'interested';

const kinds: readonly string[] = [
  'problem',
  'not_interested',
  'interested',
] satisfies FeedbackKind[];

export interface Feedback {
  kind: FeedbackKind;
  videoId: string;
}

/** Longer than any page stays open. */
const lifeSec = 7 * 86_400;

/** Pages that are made within a day carry the same tokens, so that caches have a use for them. */
const stepSec = 86_400;

/** `KIND.VIDEO.EXPIRES.SIGNATURE`, with the time in Unix seconds: nobody can say of a video what they were not asked. */
export function makeFeedbackToken(
  key: string,
  { kind, videoId }: Feedback,
  nowSec: number,
): string {
  const expiresSec = Math.ceil(nowSec / stepSec) * stepSec + lifeSec;
  return [kind, videoId, expiresSec, sign(key, 'feedback', [kind, videoId, expiresSec])].join('.');
}

/** @returns why the token counts for nothing, if it does not: this server has not made it, or it is too old */
export function readFeedbackToken(
  key: string,
  token: string,
  nowSec: number,
): Feedback | 'UNKNOWN_TOKEN' | 'EXPIRED_TOKEN' {
  const [kind = '', videoId = '', expires = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !kinds.includes(kind) || !videoIdPattern.test(videoId))
    return 'UNKNOWN_TOKEN';
  if (!isSignature(key, 'feedback', [kind, videoId, expires], signature)) return 'UNKNOWN_TOKEN';
  return Number(expires) > nowSec ? { kind: kind as FeedbackKind, videoId } : 'EXPIRED_TOKEN';
}

/** As it is kept: without what differs from page to page. */
export function keptFeedback({ kind, videoId }: Feedback): string {
  return `${kind}.${videoId}`;
}
