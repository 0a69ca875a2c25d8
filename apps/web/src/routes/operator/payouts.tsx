export { Payouts as default } from '../../features/payouts/payouts.tsx';
