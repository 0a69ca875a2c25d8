export { WebsiteStats as default } from '../../features/website-stats/website-stats.tsx';
