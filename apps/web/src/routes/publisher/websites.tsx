export { WebsiteList as default } from '../../features/websites/website-list.tsx';
