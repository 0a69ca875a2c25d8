export { NetworkReport as default } from '../../features/network/network-report.tsx';
