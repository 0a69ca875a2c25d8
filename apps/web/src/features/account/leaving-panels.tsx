import { ClosePanel } from './close-panel.tsx';
import { DataPanel } from './data-panel.tsx';

/** What somebody takes along, and how they end the account. */
export default function LeavingPanels() {
  return (
    <>
      <DataPanel />
      <ClosePanel />
    </>
  );
}
