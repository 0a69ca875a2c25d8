export { CampaignList as default } from '../../features/campaigns/campaign-list.tsx';
