import path from 'node:path';
import type { Coverage, CoveringFile, Mutant, Verdict } from './mutant.ts';
import type { JudgedMutant } from './print-report.ts';
import { createJudge, type Judge } from './runner-client.ts';

/** A mutant is given up as a survivor after tests that take this long without it, the most likely killers first. */
const budgetMs = { unit: 60_000, browser: 30_000 };

/** The unit tests judge all mutants; the browser tests, at the same time, what the unit tests let live. */
export async function judgeMutants(
  mutants: readonly Mutant[],
  coverage: { unit: Coverage; browser: Coverage },
): Promise<JudgedMutant[]> {
  const judges = { unit: createJudge('unit'), browser: createJudge('browser') };
  const judged: JudgedMutant[] = [];
  const inBrowser: Promise<unknown>[] = [];
  let browserTurn: Promise<unknown> = Promise.resolve();
  const report = (mutant: Mutant, verdict: Verdict) => {
    judged.push({ mutant, verdict });
    console.log(
      `${judged.length}/${mutants.length} ${verdict.status} ${mutant.file}:${mutant.line} ${verdict.killer ?? ''}`,
    );
  };
  for (const mutant of mutants) {
    const verdict = await judgeBy(judges.unit, mutant, coverage.unit, budgetMs.unit);
    if (verdict.status === 'killed' || verdict.status === 'timed-out') report(mutant, verdict);
    else {
      browserTurn = browserTurn.then(async () => {
        const second = await judgeBy(judges.browser, mutant, coverage.browser, budgetMs.browser);
        report(mutant, second.status === 'not-covered' ? verdict : second);
      });
      inBrowser.push(browserTurn);
    }
  }
  await Promise.all(inBrowser);
  await Promise.all([judges.unit.stop(), judges.browser.stop()]);
  return judged;
}

async function judgeBy(judge: Judge, mutant: Mutant, coverage: Coverage, budgetMs: number): Promise<Verdict> {
  const files = likelyKillers(mutant, coverage[mutant.id] ?? [], budgetMs);
  if (files.length === 0) return { status: 'not-covered', killer: null };
  return judge.judge(mutant.id, files);
}

/** First the test file that has the name of the mutant's file, then the quickest. */
function likelyKillers(mutant: Mutant, files: readonly CoveringFile[], budgetMs: number): CoveringFile[] {
  const name = path.basename(mutant.file, '.ts');
  const isNamesake = (file: CoveringFile) => path.basename(file.path).startsWith(`${name}.`);
  const ordered = files.toSorted(
    (a, b) => Number(isNamesake(b)) - Number(isNamesake(a)) || a.durationMs - b.durationMs,
  );
  let spentMs = 0;
  return ordered.filter((file, i) => {
    spentMs += file.durationMs;
    return i === 0 || spentMs <= budgetMs;
  });
}
