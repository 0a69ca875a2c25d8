import { ClosePanel } from './close-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { LooksPanel } from './looks-panel.tsx';

/** Who of the network looked, what somebody takes along, and how they end the account. */
export default function LeavingPanels() {
  return (
    <>
      <LooksPanel />
      <DataPanel />
      <ClosePanel />
    </>
  );
}
