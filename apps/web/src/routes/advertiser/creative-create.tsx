import { CreativeWizard } from '../../features/creatives/wizard/creative-wizard.tsx';

export default function CreativeCreatePage() {
  return <CreativeWizard preset={null} />;
}
