import path from 'node:path';
import { type Coverage, type CoveringFile, isKilled, type Mutant, type Verdict } from './mutant.ts';
import type { JudgedMutant } from './print-report.ts';
import { createJudge, type Judge } from './runner-client.ts';

/**
 * A mutant counts as a survivor after tests that take this long without it, the most likely killers
 * first.
 */
const budgetMs = { unit: 60_000, browser: 30_000 };

/**
 * The number of simultaneous unit test processes. Browser tests share one origin, so they have one
 * process.
 */
const unitJudgeCount = 3;

/**
 * The unit tests judge all mutants; at the same time the browser tests judge the survivors of the
 * unit tests.
 * @param all of the same sources
 */
export async function judgeMutants(
  mutants: readonly Mutant[],
  all: readonly Mutant[],
  recorded: { unit: Coverage; browser: Coverage },
): Promise<JudgedMutant[]> {
  const coverage = {
    unit: withShares(all, recorded.unit),
    browser: withShares(all, recorded.browser),
  };
  const judged: JudgedMutant[] = [];
  const waiting = [...mutants];
  const browser = createJudge('browser');
  let browserTurn: Promise<unknown> = Promise.resolve();
  const report = (mutant: Mutant, verdict: Verdict) => {
    judged.push({ mutant, verdict });
    const place = `${judged.length}/${mutants.length} ${mutant.file}:${mutant.line}`;
    console.log(`${place} ${verdict.status} ${verdict.killer ?? ''}`);
  };
  async function judgeInUnit(): Promise<void> {
    const unit = createJudge('unit');
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const verdict = await judgeBy(unit, mutant, coverage.unit, budgetMs.unit);
      if (isKilled(verdict)) report(mutant, verdict);
      else browserTurn = judgeInBrowser(browserTurn, mutant, verdict);
    }
    await unit.stop();
  }
  async function judgeInBrowser(
    turn: Promise<unknown>,
    mutant: Mutant,
    first: Verdict,
  ): Promise<void> {
    await turn;
    const second = await judgeBy(browser, mutant, coverage.browser, budgetMs.browser);
    report(mutant, second.status === 'not-covered' ? first : second);
  }
  await Promise.all(Array.from({ length: unitJudgeCount }, judgeInUnit));
  await browserTurn;
  await browser.stop();
  return judged;
}

async function judgeBy(
  judge: Judge,
  mutant: Mutant,
  { files, shares }: ProjectCoverage,
  budgetMs: number,
): Promise<Verdict> {
  const killers = likelyKillers(
    mutant,
    files[mutant.id] ?? [],
    shares.get(mutant.file) ?? new Map(),
    budgetMs,
  );
  if (killers.length === 0) return { status: 'not-covered', killer: null };
  return judge.judge(mutant.id, killers);
}

/**
 * First the test file with the name of the mutant's file, then those that execute most of that
 * file, then the fastest.
 */
function likelyKillers(
  mutant: Mutant,
  files: readonly CoveringFile[],
  shares: ReadonlyMap<string, number>,
  budgetMs: number,
): CoveringFile[] {
  const name = path.basename(mutant.file, '.ts');
  const isNamesake = (file: CoveringFile) => path.basename(file.path).startsWith(`${name}.`);
  const shareOf = (file: CoveringFile) => shares.get(file.path) ?? 0;
  const ordered = files.toSorted(
    (a, b) =>
      Number(isNamesake(b)) - Number(isNamesake(a)) ||
      shareOf(b) - shareOf(a) ||
      a.durationMs - b.durationMs,
  );
  let spentMs = 0;
  return ordered.filter((file, i) => {
    spentMs += file.durationMs;
    return i === 0 || spentMs <= budgetMs;
  });
}

interface ProjectCoverage {
  files: Coverage;
  /**
   * The number of mutants of a source file that each test file executes: by source file, then by
   * test file.
   */
  shares: Map<string, Map<string, number>>;
}

function withShares(mutants: readonly Mutant[], files: Coverage): ProjectCoverage {
  const shares = new Map<string, Map<string, number>>();
  for (const { id, file } of mutants) {
    const counts = shares.get(file) ?? new Map<string, number>();
    shares.set(file, counts);
    for (const { path } of files[id] ?? []) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return { files, shares };
}
