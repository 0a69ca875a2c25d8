export { PayoutList as default } from '../../features/payouts/payout-list.tsx';
