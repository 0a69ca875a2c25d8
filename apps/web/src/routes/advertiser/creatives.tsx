export { CreativeList as default } from '../../features/creatives/creative-list.tsx';
