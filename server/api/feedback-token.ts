import { videoIdPattern } from '../../shared/player/video-id.ts';
import { isSignature, sign } from '../access/guard/signature.js';
import { tokenLimits } from './token-limits.ts';

const { feedbackStepSec, feedbackSec } = tokenLimits;

/**
 * A viewer's feedback on a video: it does not play well (`problem`), do not suggest it
 * (`not_interested`), or suggest it again (`interested`).
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

/**
 * `KIND.VIDEO.EXPIRES.SIGNATURE`, with the time in Unix seconds. The signature limits clients to
 * feedback that this server has offered.
 */
export function makeFeedbackToken(
  key: string,
  { kind, videoId }: Feedback,
  nowSec: number,
): string {
  const expiresSec = Math.ceil(nowSec / feedbackStepSec) * feedbackStepSec + feedbackSec;
  return [kind, videoId, expiresSec, sign(key, 'feedback', [kind, videoId, expiresSec])].join('.');
}

/**
 * @returns the feedback, or the reason why the token is invalid: another server made it, or it is
 * too old
 */
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

/** The stored form, without the parts that differ between pages. */
export function keptFeedback({ kind, videoId }: Feedback): string {
  return `${kind}.${videoId}`;
}
