import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import type { AxeResults, RunOptions, run } from 'axe-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type AxeWindow = { readonly axe?: { readonly run: typeof run } };

/**
 * Once a document: reading axe takes longer than any of its runs, and a document keeps it. Not into frames of another
 * origin, which axe never hears from: their ads are somebody else's.
 */
async function bringAxe(frame: Frame): Promise<void> {
  const wanted = await frame.evaluate(() => {
    const inReach = window.parent === window || window.parent.origin === window.origin;
    return inReach && (window as AxeWindow).axe === undefined;
  });
  if (wanted) await frame.evaluate(SOURCE);
}

async function bringAxeToAll(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    // Looking at the parent throws in a frame of another origin, and any frame may leave meanwhile.
    if (frame === page.mainFrame()) await bringAxe(frame);
    else await bringAxe(frame).catch(() => undefined);
  }
}

function told(violations: AxeResults['violations']): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim()})`),
  );
}

export type AxeRules = RunOptions['runOnly'];

/** What axe finds against a page as it is now. @param runOnly every rule when left out */
export async function violationsOf(page: Page, runOnly?: AxeRules): Promise<string[]> {
  await bringAxeToAll(page);
  const options: RunOptions = { resultTypes: ['violations'], ...(runOnly === undefined ? {} : { runOnly }) };
  const violations = await page.evaluate(async (chosen) => {
    const { axe } = window as AxeWindow;
    if (axe === undefined) throw new Error('axe is not there');
    return (await axe.run(document, chosen)).violations;
  }, options);
  return told(violations);
}
