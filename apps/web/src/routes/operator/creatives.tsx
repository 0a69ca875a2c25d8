export { ModeratedCreatives as default } from '../../features/moderation/creative-list.tsx';
