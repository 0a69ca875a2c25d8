import { EarningCorrections } from './earning-corrections.tsx';
import { OwnShares } from './own-shares.tsx';
import { OwnWithholding } from './own-withholding.tsx';
import { SelfBilling } from './self-billing.tsx';
import { Statements } from './statements.tsx';

/** Below what was paid: what comes after what is seen first. */
export default function LowerPanels() {
  return (
    <>
      <OwnShares />
      <OwnWithholding />
      <EarningCorrections />
      <Statements />
      <SelfBilling />
    </>
  );
}
