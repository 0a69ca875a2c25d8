export { AdsTxt as default } from '../../features/ads-txt/ads-txt.tsx';
