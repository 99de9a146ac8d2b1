import { readFile } from 'node:fs/promises';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { inlineTexts } from './inline-hashes.ts';

/** A built page with marked slots: `<!--offstage:NAME-->…<!--/offstage:NAME-->`. */
export interface HtmlTemplate<Slot extends string> {
  /** Contents of its `<style>` elements and of its inline scripts. */
  styles: readonly string[];
  scripts: readonly string[];
  /** @returns the page, with each slot and its markers replaced by the content */
  fill(content: Readonly<Record<Slot, string>>): string;
}

/**
 * @param slots required slots
 * @returns `PAGE_MISSING` if the page was not built, or built from other sources
 */
export async function loadHtmlTemplate<Slot extends string>(
  file: string,
  slots: readonly Slot[],
): Promise<Result<HtmlTemplate<Slot>, 'PAGE_MISSING'>> {
  let html: string;
  try {
    html = await readFile(file, 'utf8');
  } catch {
    return err('PAGE_MISSING', `${file} is missing; run "npm run build" first.`);
  }
  const missing = slots.find((slot) => !slotPattern(slot).test(html));
  if (missing !== undefined) {
    return err(
      'PAGE_MISSING',
      `${file} has no slot for "${missing}"; run "npm run build" to rebuild it.`,
    );
  }
  return ok({
    styles: inlineTexts(html, 'style'),
    scripts: inlineTexts(html, 'script'),
    fill(content) {
      // Replace all slots in one pass, so that markers in inserted content have no effect.
      const anySlot = new RegExp(slots.map((slot) => slotPattern(slot).source).join('|'), 'g');
      return html.replace(
        anySlot,
        (match) =>
          content[
            slots.find((slot) => match.startsWith(`<!--offstage:${slot}-->`)) ?? missingSlot()
          ],
      );
    },
  });
}

function slotPattern(slot: string): RegExp {
  return new RegExp(`<!--offstage:${slot}-->[^]*?<!--/offstage:${slot}-->`);
}

function missingSlot(): never {
  throw new Error('a match belongs to a slot');
}
