export { DepositList as default } from '../../features/deposits/deposit-list.tsx';
