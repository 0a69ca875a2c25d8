export { Statistics as default } from '../../features/statistics/statistics.tsx';
