export { CampaignWizard as default } from '../../features/campaigns/wizard/campaign-wizard.tsx';
