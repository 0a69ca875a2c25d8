export { WebsiteCreate as default } from '../../features/websites/website-create.tsx';
