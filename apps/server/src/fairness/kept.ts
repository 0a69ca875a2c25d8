/**
 * Keeps the answer of a question for a while, so that it costs the same however many ask: those who ask while it is
 * being answered share one answer. A failure is kept as well.
 */
export function keptFor<Answer>(
  ms: number,
  nowMs: () => number,
  ask: () => Promise<Answer>,
): () => Promise<Answer> {
  let kept: { readonly answer: Promise<Answer>; readonly untilMs: number } | undefined;
  return async () => {
    const now = nowMs();
    if (kept === undefined || now >= kept.untilMs || now < kept.untilMs - ms) {
      kept = { answer: ask(), untilMs: now + ms };
    }
    return await kept.answer;
  };
}
