export { FilteredTraffic as default } from '../../features/network/filtered-traffic.tsx';
