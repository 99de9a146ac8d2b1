import { resolve } from 'node:path';
import { isDefault } from '../../server/cli/default-note.js';
import { printedCommand, printedOption } from '../../server/cli/printed-command.js';
import { findVideo } from '../../server/library/find-video.js';
import { visibleLine } from '../../server/operator/log/visible-text.js';
import { textWithoutArgument } from '../../server/options/server-option.js';
import { serverOptions } from '../../server/options/server-options.js';

/**
 * @param {string} videoId
 * @param {ReadonlyMap<string, string>} values options of the call
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<string[]>} why the signed URL may not do what the user expects
 */
export async function signWarnings(videoId, values, env) {
  const { mediaDir } = serverOptions;
  const directory = resolve(values.get(mediaDir.name) ?? textWithoutArgument(mediaDir, env));
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
