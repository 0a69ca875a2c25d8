/**
 * Answers pings of the process that started this one from its event loop, which is how that learns that the loop turns (silence.ts;
 * tooling/src/launcher/child-contract.md for the launcher's). Does nothing in a process that was started alone.
 */
export function answerPings(): void {
  if (process.send === undefined) return;
  process.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('type' in message)) return;
    // A parent that ends just now takes no answer: that is no fault of ours.
    if (message.type === 'ping' && process.connected)
      process.send?.({ type: 'alive' }, undefined, undefined, () => {});
  });
}
