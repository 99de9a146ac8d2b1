import { expect, test } from 'vitest';
import { editVideoIds } from '../../../../server/store/edit-video-ids.ts';
import { playlistResponseSchema } from '../../../../shared/player/player-response.ts';
import { fits } from '../../../../shared/tools/schema.ts';

test('an added video is last and listed once, and a missing one cannot be removed', () => {
  const add = (addedVideoId: string) => ({ action: 'ACTION_ADD_VIDEO' as const, addedVideoId });
  const remove = (removedVideoId: string) => ({
    action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID' as const,
    removedVideoId,
  });
  expect(editVideoIds(['a', 'b'], [add('a'), remove('c'), remove('a'), add('a')])).toEqual([
    'b',
    'a',
  ]);
});

test('videos can be added up to the limit of an answer', () => {
  const actions = Array.from({ length: 5_001 }, (_, n) => ({
    action: 'ACTION_ADD_VIDEO' as const,
    addedVideoId: `video${String(n).padStart(6, '0')}`,
  }));
  const videoIds = editVideoIds([], actions);
  expect(videoIds.at(-1)).toBe('video004999');
  expect(fits(playlistResponseSchema, { playlistId: 'WL', title: '', videoIds })).toBe(true);
});
