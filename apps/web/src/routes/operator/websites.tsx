export { ModeratedWebsites as default } from '../../features/moderation/website-list.tsx';
