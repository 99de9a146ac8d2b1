import { resolve } from 'node:path';
import { findVideo } from '../library/find-video.js';
import { visibleLine } from '../operator/log/visible-text.js';
import { textWithoutArgument } from '../options/server-option.js';
import { serverOptions } from '../options/server-options.js';
import { isDefault } from './default-note.js';
import { printedCommand, printedOption } from './printed-command.js';

/**
 * @param {string} videoId
 * @param {ReadonlyMap<string, string>} values options of the call
 * @param {{ env: Readonly<Record<string, string | undefined>>, cwd: string }} deps
 * @returns {Promise<string[]>} why the signed URL may not do what the user expects
 */
export async function signWarnings(videoId, values, { env, cwd }) {
  const { mediaDir } = serverOptions;
  const directory = resolve(cwd, values.get(mediaDir.name) ?? textWithoutArgument(mediaDir, env));
  const usesDefault = isDefault(mediaDir, values, env);
  const shown = `${visibleLine(directory)}${usesDefault ? ' (default)' : ''}`;
  try {
    const video = await findVideo(directory, videoId);
    if (video === null)
      return [
        `${shown} has no video ${videoId}; offstage list shows the ids, and --${mediaDir.name} names another directory.`,
      ];
    if (!video.isPublic) return [];
    const place = values.has(mediaDir.name) ? [printedOption(mediaDir.name, directory)] : [];
    const command = visibleLine(printedCommand('edit', videoId, ['--private', ...place]));
    return [
      `${videoId} is public: it plays without this URL too, and its token restricts neither time nor pages. To make it private: ${command}`,
    ];
  } catch {
    return [
      `${shown} cannot be read, so nothing says whether the video ${videoId} exists and is private.`,
    ];
  }
}
