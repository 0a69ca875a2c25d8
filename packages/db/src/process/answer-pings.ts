/**
 * Answers the launcher's pings from this process's event loop, which is how it learns that the loop turns;
 * tooling/src/launcher/child-contract.md. Does nothing in a process that was started alone.
 */
export function answerPings(): void {
  if (process.send === undefined) return;
  process.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('type' in message)) return;
    // A launcher that ends just now takes no answer: that is no fault of ours.
    if (message.type === 'ping' && process.connected)
      process.send?.({ type: 'alive' }, undefined, undefined, () => {});
  });
}
